import { useRef } from "react";
import { asFailure } from "./failure.ts";

/** A new idempotency key. Works on pages without TLS too. */
export function newIdempotencyKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}

/** The idempotency key of a form: it stays the same until the outcome is known, so that resending after a lost response has no second effect. */
export function useIdempotencyKey() {
	const key = useRef<string>(undefined);
	return {
		current() {
			key.current ??= newIdempotencyKey();
			return key.current;
		},
		/** To be called on success: the next submission gets a new key. */
		renew() {
			key.current = undefined;
		},
		/** To be called with a failure: after learning that something else was sent with this key, the user can still send this. */
		renewAfter(failure: unknown) {
			if (asFailure(failure).code === "sent_before") key.current = undefined;
		},
	};
}
