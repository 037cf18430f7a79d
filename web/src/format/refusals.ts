import type { CallError } from "../../../src/portal/contract/calls.ts";

interface Cause {
	readonly name: string;
	/** What the account holder can do about it. */
	readonly advice: string;
}

const causes: Readonly<Partial<Record<CallError, Cause>>> = {
	bad_request: {
		name: "Malformed request",
		advice: "A parameter or the body did not match the reference; the answer says which.",
	},
	invalid_barcode: { name: "Not a barcode", advice: "A barcode is 4 to 14 digits." },
	insufficient_credits: {
		name: "Too few credits",
		advice: "The balance, or what the daily cap left, was lower than the price.",
	},
	client_disabled: { name: "Key revoked or expired", advice: "Use another key." },
	client_ip_not_allowed: {
		name: "IP address not allowed",
		advice: "The key works from certain IP addresses only. Ask an administrator to add yours.",
	},
	out_of_scope: {
		name: "Product outside the key's range",
		advice: "The key may read some products only; ask an administrator.",
	},
	scope_forbidden: {
		name: "Locked fields requested",
		advice: "Leave the locked scopes out of include, or ask an administrator.",
	},
	not_found: { name: "No such product", advice: "The catalogue does not have this barcode." },
	variant_not_available: {
		name: "No such picture",
		advice: "The product has no picture of this variant; availability lists those it has.",
	},
	idempotency_key_mismatch: {
		name: "Idempotency key used before",
		advice: "Use a new key for each different request.",
	},
	invalid_metadata_key: {
		name: "Unknown metadata field",
		advice: "The list of metadata fields has every name.",
	},
	rate_limited: { name: "Too many requests", advice: "Wait as long as Retry-After says." },
	internal_error: { name: "Service error", advice: "Try again; nothing was charged." },
	upstream_error: { name: "Picture store unreachable", advice: "Try again; nothing was charged." },
	service_unavailable: { name: "Service unavailable", advice: "Try again; nothing was charged." },
	gateway_timeout: { name: "Took too long", advice: "Try again; nothing was charged." },
};

/** Why a call was refused, in words; a code that has none speaks for itself. */
export function causeOf(error: string): Cause {
	return (Object.hasOwn(causes, error) && causes[error as CallError]) || { name: error, advice: "" };
}
