interface Cause {
	readonly name: string;
	/** What the account holder can do about it. */
	readonly advice: string;
}

const causes: ReadonlyMap<string, Cause> = new Map(
	Object.entries({
		bad_request: {
			name: "Mistake in the call",
			advice: "A parameter or the body does not match the API reference. The answer says which one.",
		},
		invalid_barcode: { name: "Not a barcode", advice: "A barcode is 4 to 14 digits." },
		insufficient_credits: {
			name: "Too few credits",
			advice: "The balance, or what was left of the daily cap, was lower than the price.",
		},
		client_disabled: { name: "Key revoked or expired", advice: "Use another key." },
		client_ip_not_allowed: {
			name: "IP address not allowed",
			advice: "The key only works from certain IP addresses. Ask an administrator to add yours.",
		},
		out_of_scope: {
			name: "Product outside the key's range",
			advice: "The key can only read some products. Ask an administrator for access.",
		},
		scope_forbidden: {
			name: "Locked fields requested",
			advice: "Leave the locked scopes out of include, or ask an administrator to unlock them.",
		},
		not_found: { name: "No such product", advice: "The catalogue does not have this barcode." },
		variant_not_available: {
			name: "No such picture",
			advice: "The product has no picture of this variant. The availability call lists the ones it has.",
		},
		idempotency_key_mismatch: {
			name: "Idempotency key used before",
			advice: "Use a new key for each different call.",
		},
		invalid_metadata_key: {
			name: "Unknown metadata field",
			advice: "See the list of metadata fields for all valid names.",
		},
		rate_limited: {
			name: "Too many calls",
			advice: "Wait for the number of seconds in Retry-After, then try again.",
		},
		internal_error: { name: "Service error", advice: "Try again; nothing was charged." },
		upstream_error: { name: "Picture store unreachable", advice: "Try again; nothing was charged." },
		service_unavailable: { name: "Service unavailable", advice: "Try again; nothing was charged." },
		gateway_timeout: { name: "Took too long", advice: "Try again; nothing was charged." },
	}),
);

/** Why a call was refused, in words; the code itself if it has none. */
export function causeOf(error: string): Cause {
	return causes.get(error) ?? { name: error, advice: "" };
}
