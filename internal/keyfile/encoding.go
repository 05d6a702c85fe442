package keyfile

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
)

// strict refuses non-zero bits after the last byte. Line ends within the text,
// which it ignores, are refused in appendKey.
var strict = base64.StdEncoding.Strict()

// appendKey appends the serialised key that a text stands for. The text is not
// empty.
func appendKey(dst []byte, encoding Encoding, text []byte) ([]byte, error) {
	switch encoding {
	case Hex:
		dst = slices.Grow(dst, hex.DecodedLen(len(text)))
		n, err := hex.Decode(dst[len(dst):cap(dst)], text)
		if err != nil {
			return dst, bad("the key %s is not hexadecimal: it must be pairs of the digits 0-9 and a-f", show(text))
		}
		return dst[:len(dst)+n], nil
	case Base64:
		dst = slices.Grow(dst, strict.DecodedLen(len(text)))
		n, err := strict.Decode(dst[len(dst):cap(dst)], text)
		if err != nil || bytes.ContainsAny(text, "\r\n") {
			return dst, bad("the key %s is not base64: it must be in the standard alphabet, with padding", show(text))
		}
		return dst[:len(dst)+n], nil
	case Int32:
		n, err := strconv.ParseInt(string(text), 10, 32)
		if err != nil {
			return dst, bad("the key %s is not an int32: it must be an integer from %d to %d", show(text), math.MinInt32, math.MaxInt32)
		}
		return binary.BigEndian.AppendUint32(dst, uint32(n)), nil
	case Int64:
		n, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			return dst, bad("the key %s is not an int64: it must be an integer from %d to %d", show(text), math.MinInt64, math.MaxInt64)
		}
		return binary.BigEndian.AppendUint64(dst, uint64(n)), nil
	default:
		return append(dst, text...), nil
	}
}
