package provider

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// topicPrivate is what Terraform keeps beside the state and hands to ModifyPlan
// even where a replacement comes along as a create.
type topicPrivate struct {
	Topic     string `json:"topic"`
	TopicID   string `json:"topic_id,omitempty"`
	Protected bool   `json:"protected"`
	// Created is when this resource created the topic; zero where it adopted it.
	Created time.Time `json:"created,omitzero"`
	// LargestReplicationFactor is set while partitions differ in theirs.
	LargestReplicationFactor int64 `json:"largest_replication_factor,omitempty"`
	// Recreated: the topic was deleted and made anew outside Terraform, with
	// another count, and nobody has decided about that yet.
	Recreated bool `json:"recreated,omitempty"`
}

const privateKey = "topic"

type privateReader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

type privateWriter interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// readPrivate is empty where nothing was written yet.
func readPrivate(ctx context.Context, from privateReader) (topicPrivate, diag.Diagnostics) {
	var p topicPrivate
	raw, diags := from.GetKey(ctx, privateKey)
	if len(raw) == 0 || diags.HasError() {
		return p, diags
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		diags.AddError("Unreadable Private State", detail("The state of this resource was written by another version of the provider. Use that version, or remove the resource from the state and import the topic.", fact("Error", err)))
	}
	return p, diags
}

func (p topicPrivate) write(ctx context.Context, to privateWriter) diag.Diagnostics {
	raw, err := json.Marshal(p)
	if err != nil {
		var diags diag.Diagnostics
		diags.AddError("Unwritable Private State", detail("Please report this.", fact("Error", err)))
		return diags
	}
	return to.SetKey(ctx, privateKey, raw)
}
