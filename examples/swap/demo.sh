#!/usr/bin/env bash
# The story of a topic that outgrows its partitions, told by terraform itself.
# KAFKA_BOOTSTRAP_SERVERS names the cluster; `make demo` brings an embedded one.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1 TF_CLI_CONFIG_FILE="$work/terraform.rc"
color=()
[[ -t 1 && -z ${NO_COLOR:-} ]] || color=(-no-color)

say() { printf '\n────────────────────────────────────────────────────────────────────────\n%s\n\n' "$*"; }

# expect CODE COMMAND...: run it, show it, and stop the demo on another exit code.
expect() {
  local want=$1 code=0
  shift
  local shown="$*"
  printf '$ %s\n' "${shown/ -detailed-exitcode/}"
  "$@" "${color[@]}" || code=$?
  ((code == want)) || { echo "demo: exit code $code, expected $want" >&2; exit 1; }
}

step() { cp "$here/$1/main.tf" "$work/main.tf"; }

# A local mirror stands in for the registry.
mirror="$work/mirror/registry.terraform.io/shelf-analytics/capture/0.0.1/$(go env GOOS)_$(go env GOARCH)"
mkdir -p "$mirror"
(cd "$here/../.." && go build -o "$mirror/terraform-provider-capture_v0.0.1" .)
cat >"$TF_CLI_CONFIG_FILE" <<END
provider_installation {
  filesystem_mirror {
    path = "$work/mirror"
  }
}
END
cd "$work"
step 1-sized
terraform init -no-color -input=false >init.log || { cat init.log; exit 1; }

say "1. Sized. The load is measured, the count is derived, the plan shows how."
sed -n '/^resource/,$p' main.tf
expect 2 terraform plan -detailed-exitcode -out=v1.plan
expect 0 terraform apply v1.plan
expect 0 terraform plan -detailed-exitcode

say "2. The load doubles: peak_events_per_sec 4200 -> 8400, target_consumers 12 -> 24.
   Growing the topic in place would re-map keys: refused."
step 2-grown
expect 1 terraform plan -detailed-exitcode

say "3. v1 has its old inputs again, and the next version stands beside it."
step 3-beside
expect 2 terraform plan -detailed-exitcode -out=v2.plan
expect 0 terraform apply v2.plan

say "4. v1 is still protected: taking its block out is refused."
step 5-retired
expect 1 terraform plan -detailed-exitcode
say "   Its protection is lifted once producers and consumers have left it. A data source
   watches both versions, and a precondition refuses the plan until it says so.
   Nobody produces in this demo, and so v2 receives nothing:"
step 4-released
sed -n '/^data/,/^}/p; /^resource "capture_topic" "capture_events_v1"/,/^}/p' main.tf
expect 1 terraform plan -detailed-exitcode -var window=1s
printf '\nWhere v2 may be quiet, the operator says so:\n\n'
expect 0 terraform apply -auto-approve -var window=1s -var require_traffic_on_v2=false

say "5. v1 is retired."
step 5-retired
expect 2 terraform plan -detailed-exitcode -out=retire.plan
expect 0 terraform apply retire.plan
expect 0 terraform plan -detailed-exitcode

say "Done: v1 kept its 18 partitions to the end, v2 has 36, and no key ever moved within a topic."
