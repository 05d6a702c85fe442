package kafka

import (
	"math/big"
	"slices"
	"strings"
)

// SameConfigValue tells whether a broker reads both texts as the same value:
// spaces around it, the case of booleans, the order of a list (cleanup.policy)
// and the form of a number (0.50, 007) do not count. Source: ConfigDef.parseType
// and ConfigDef.convertToString of Apache Kafka 4.
func SameConfigValue(a, b string) bool {
	return a == b || canonicalConfigValue(a) == canonicalConfigValue(b)
}

func canonicalConfigValue(text string) string {
	text = strings.TrimSpace(text)
	if lower := strings.ToLower(text); lower == "true" || lower == "false" {
		return lower
	}
	if number := canonicalNumber(text); number != "" {
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
	return strings.Join(parts, ",")
}

// canonicalNumber is empty for what is no plain decimal number.
func canonicalNumber(text string) string {
	if len(text) > 40 || text == "" || strings.Trim(text, "+-.0123456789") != "" {
		return ""
	}
	number, ok := new(big.Rat).SetString(text)
	if !ok {
		return ""
	}
	return number.RatString()
}
