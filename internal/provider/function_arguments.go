package provider

import (
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// wholeArgument is the integer that an argument must be, from 1 to most.
func wholeArgument(position int64, name string, value types.Number, most int64) (int64, *function.FuncError) {
	n, accuracy := value.ValueBigFloat().Int64()
	if accuracy != big.Exact {
		return 0, function.NewArgumentFuncError(position, fmt.Sprintf("%s must be an integer, got %s", name, value.ValueBigFloat().Text('g', 20)))
	}
	if n < 1 || n > most {
		return 0, function.NewArgumentFuncError(position, fmt.Sprintf("%s must be from 1 to %d, got %d", name, most, n))
	}
	return n, nil
}

// decimalArgument is the exact value of an argument.
func decimalArgument(position int64, name string, value types.Number) (*big.Rat, *function.FuncError) {
	number, err := sizing.Decimal(value.ValueBigFloat())
	if err != nil {
		return nil, function.NewArgumentFuncError(position, name+": "+err.Error())
	}
	return number, nil
}
