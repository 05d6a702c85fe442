// Command bench measures how long reading key files takes, against the plainest
// programs that read the same bytes (wc, zcat), and how much memory it takes.
//
//	bench [-rows counts,whole,uuid,gzip,gzips] [-keys N] [-runs N] [-dir FOLDER]
//
// It makes its own data, warms the page cache, lets floor and ours take turns,
// and prints a table of medians in Markdown. "bench counts FILE..." and "bench
// source FILE..." are what it starts and times as ours. It needs Linux, gzip and
// GNU wc.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if measured, ok := readings[args[0]]; ok {
			return child(ctx, measured, args[1:])
		}
	}
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	keys := flags.Int("keys", 50_000_000, "keys in the largest file; the others scale with it")
	runs := flags.Int("runs", 5, "timed runs of each")
	dir := flags.String("dir", "", "where the folder with the data is made, and removed; default: the system's")
	names := flags.String("rows", strings.Join(rowNames(), ","), "what to measure")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen := strings.Split(*names, ",")
	for _, name := range chosen {
		if !slices.Contains(rowNames(), name) {
			return fmt.Errorf("no row %q; there are %s", name, strings.Join(rowNames(), ", "))
		}
	}
	if *keys < 5 || *runs < 1 || flags.NArg() > 0 {
		return fmt.Errorf("at least 5 keys and 1 run, and no arguments")
	}
	folder, err := os.MkdirTemp(*dir, "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)

	var results []result
	for _, r := range rows {
		if !slices.Contains(chosen, r.name) {
			continue
		}
		measured, err := measure(ctx, r, folder, *keys, *runs)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		results = append(results, measured)
	}
	fmt.Print(table(results, *runs))
	return nil
}
