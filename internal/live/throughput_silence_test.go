package live

import (
	"testing"
	"time"
)

// steady is n records in each of these minutes from ten on.
func steady(n int, minutes ...int) []float64 {
	var out []float64
	for _, m := range minutes {
		out = append(out, repeated(n, float64(60*m))...)
	}
	return out
}

func TestSilence(t *testing.T) {
	for _, test := range []struct {
		name string
		log  log
		want time.Duration
	}{
		{"a clock that was ahead", log{0, append(steady(2, 0, 1), steady(10, 7)...)}, 5 * time.Minute},
		{"and records behind", log{0, append(append(steady(2, 0, 1), steady(20, 9)...), steady(4, 10, 11)...)}, 7 * time.Minute},
		{"too short", log{0, append(steady(2, 0, 1), steady(10, 6)...)}, 0},
		{"too low", log{0, append(steady(2, 0, 1), steady(9, 7)...)}, 0},
		{"too low against what follows", log{0, append(append(steady(2, 0), steady(10, 7)...), steady(3, 8)...)}, 0},
		{"nothing before", log{0, steady(10, 7)}, 0},
		{"only before the window", log{0, append([]float64{-1}, steady(10, 7)...)}, 0},
		{"at a shorter end", log{0, append(steady(2, 0, 1), steady(5, 12)...)}, 10 * time.Minute},
		{"against a shorter end", log{0, append(append(steady(2, 0), steady(10, 7)...), steady(2, 12)...)}, 0},
		{"steady", log{0, steady(2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)}, 0},
		{"empty", log{}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := Window{From: ten, To: at(12*60 + 30), Interval: time.Minute}
			if got := Measure(timed(w, log{0, steady(1, 3)}, test.log)).Partitions[1].Silence; got != test.want {
				t.Errorf("silence of %s, want %s", got, test.want)
			}
		})
	}
}
