package provider

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// wholeNumberType is Int64Type, except that a fraction in the configuration is
// the user's mistake, told as such: the framework takes it for a defect of the
// provider.
type wholeNumberType struct{ basetypes.Int64Type }

// wholeNumber is an Int64; where fraction is not empty it is null, and invalid.
type wholeNumber struct {
	basetypes.Int64Value
	fraction string
}

var (
	_ basetypes.Int64Typable      = wholeNumberType{}
	_ basetypes.Int64Valuable     = wholeNumber{}
	_ xattr.ValidateableAttribute = wholeNumber{}
)

func whole(n int64) wholeNumber          { return wholeNumber{Int64Value: basetypes.NewInt64Value(n)} }
func wholeNull() wholeNumber             { return wholeNumber{Int64Value: basetypes.NewInt64Null()} }
func wholeUnknown() wholeNumber          { return wholeNumber{Int64Value: basetypes.NewInt64Unknown()} }
func (t wholeNumberType) String() string { return "wholeNumberType" }

func (t wholeNumberType) Equal(other attr.Type) bool {
	_, ok := other.(wholeNumberType)
	return ok
}

func (t wholeNumberType) ValueFromInt64(_ context.Context, v basetypes.Int64Value) (basetypes.Int64Valuable, diag.Diagnostics) {
	return wholeNumber{Int64Value: v}, nil
}

func (t wholeNumberType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	if in.IsKnown() && !in.IsNull() {
		var number *big.Float
		if err := in.As(&number); err != nil {
			return nil, err
		}
		if _, accuracy := number.Int64(); accuracy != big.Exact {
			return wholeNumber{Int64Value: basetypes.NewInt64Null(), fraction: number.Text('g', 20)}, nil
		}
	}
	value, err := t.Int64Type.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err
	}
	n, ok := value.(basetypes.Int64Value)
	if !ok {
		return nil, fmt.Errorf("unexpected value %T", value)
	}
	return wholeNumber{Int64Value: n}, nil
}

// Validate is asked for the elements of a list, in place of ValidateAttribute.
func (t wholeNumberType) Validate(ctx context.Context, in tftypes.Value, at path.Path) diag.Diagnostics {
	var diags diag.Diagnostics
	if value, err := t.ValueFromTerraform(ctx, in); err == nil {
		if n, ok := value.(wholeNumber); ok && n.fraction != "" {
			diags.AddAttributeError(at, "Invalid Number", n.invalid(at))
		}
	}
	return diags
}

func (t wholeNumberType) ValueType(context.Context) attr.Value { return wholeNumber{} }

func (v wholeNumber) Type(context.Context) attr.Type { return wholeNumberType{} }

func (v wholeNumber) Equal(other attr.Value) bool {
	o, ok := other.(wholeNumber)
	return ok && v.fraction == o.fraction && v.Int64Value.Equal(o.Int64Value)
}

func (v wholeNumber) ValidateAttribute(_ context.Context, req xattr.ValidateAttributeRequest, resp *xattr.ValidateAttributeResponse) {
	if v.fraction != "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", v.invalid(req.Path))
	}
}

// invalid says that a value at a path is a fraction.
func (v wholeNumber) invalid(at path.Path) string {
	return fmt.Sprintf("%s must be an integer of at most 64 bits, got %s.", at, v.fraction)
}
