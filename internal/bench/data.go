package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/hex"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

const (
	storeCount   = 5_000
	fixtureCount = 10_000
	writeBuffer  = 1 << 20
)

// path is where the dataset is in the folder.
func (d dataset) path(folder string) string { return filepath.Join(folder, d.name) }

// count is how many keys it has where the largest file has that many.
func (d dataset) count(largest int) int { return max(int(math.Round(d.share*float64(largest))), 1) }

// write makes the file, unless a row before did.
func (d dataset) write(ctx context.Context, folder string, count int) error {
	path := d.path(folder)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if d.gzip {
		err = d.compress(ctx, file, count)
	} else {
		err = d.lines(ctx, file, count)
	}
	return cmp.Or(err, file.Close())
}

// compress writes the lines through the gzip command, at its default level.
func (d dataset) compress(ctx context.Context, to *os.File, count int) error {
	cmd := exec.CommandContext(ctx, "gzip", "-c")
	cmd.Stdout, cmd.Stderr = to, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = cmp.Or(d.lines(ctx, in, count), in.Close())
	return cmp.Or(cmd.Wait(), err)
}

func (d dataset) lines(ctx context.Context, to io.Writer, count int) error {
	w := bufio.NewWriterSize(to, writeBuffer)
	next := d.keys(d.seed)
	var line []byte
	for i := range count {
		if i%writeBuffer == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line = append(next(line[:0]), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// storeKeys appends keys as "store-7:fixture-4211": stores by Zipf's law with
// exponent 1, so that store k has 1/k of the records of store 1, fixtures
// evenly.
func storeKeys(seed uint64) func([]byte) []byte {
	random := rand.New(rand.NewPCG(seed, 0))
	upTo := make([]float64, storeCount) // cumulative weights of the ranks
	sum := 0.0
	for i := range upTo {
		sum += 1 / float64(i+1)
		upTo[i] = sum
	}
	return func(key []byte) []byte {
		store, _ := slices.BinarySearch(upTo, random.Float64()*sum)
		key = append(key, "store-"...)
		key = strconv.AppendInt(key, int64(min(store, storeCount-1)+1), 10)
		key = append(key, ":fixture-"...)
		return strconv.AppendInt(key, random.Int64N(fixtureCount)+1, 10)
	}
}

// uuidKeys appends random UUIDs of version 4. Twenty million of 122 random bits
// are distinct.
func uuidKeys(seed uint64) func([]byte) []byte {
	random := rand.NewPCG(seed, 0)
	return func(key []byte) []byte {
		var id [16]byte
		high, low := random.Uint64(), random.Uint64()
		for i := range 8 {
			id[i], id[8+i] = byte(high>>(8*i)), byte(low>>(8*i))
		}
		id[6] = id[6]&0x0f | 0x40
		id[8] = id[8]&0x3f | 0x80
		for i, part := range [][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
			if i > 0 {
				key = append(key, '-')
			}
			key = hex.AppendEncode(key, part)
		}
		return key
	}
}
