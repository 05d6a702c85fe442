# Values of the attributes that are known only at apply, by attribute.
variable "late" {
  type    = any
  default = {}
}

resource "terraform_data" "late" {
  for_each = var.late
  input    = each.value
}
