package kafka

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// SameConfigValue tells whether a broker reads both texts as the same value:
// spaces around it, the case of booleans, the order of a list and repetitions
// in it (cleanup.policy), and the form of a number (0.50, 1.0E-5, 007) do not
// count. Numbers with a fraction are float64 there, and here. Source:
// ConfigDef.parseType and ConfigDef.convertToString of Apache Kafka 4.
func SameConfigValue(a, b string) bool {
	return a == b || canonicalConfigValue(a) == canonicalConfigValue(b)
}

func canonicalConfigValue(text string) string {
	text = strings.TrimSpace(text)
	if lower := strings.ToLower(text); lower == "true" || lower == "false" {
		return lower
	}
	if number, ok := canonicalNumber(text); ok {
		return number
	}
	if !strings.Contains(text, ",") {
		return text
	}
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), ",")
}

// canonicalNumber takes whole numbers as they are and all others as Java's
// Double.parseDouble does; ok is false for what is no decimal number.
func canonicalNumber(text string) (number string, ok bool) {
	if len(text) > 400 || strings.Trim(text, "+-.0123456789eEdDfF") != "" || !strings.ContainsAny(text, "0123456789") {
		return "", false
	}
	if whole, ok := new(big.Int).SetString(text, 10); ok {
		return whole.String(), true
	}
	value, err := strconv.ParseFloat(strings.TrimRight(text, "dDfF"), 64)
	if err != nil {
		return "", false
	}
	if whole, accuracy := big.NewFloat(value).Int(nil); accuracy == big.Exact {
		return whole.String(), true
	}
	return strconv.FormatFloat(value, 'g', -1, 64), true
}
