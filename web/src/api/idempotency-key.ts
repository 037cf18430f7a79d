import { useRef } from "react";
import { asFailure } from "./failure.ts";

/** A new key under which something is sent that is to be done once. Works on pages without TLS too. */
export function newIdempotencyKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}

/** The key of what a form sends: the same until it is known what became of it, so that sending again after a lost answer does it once. */
export function useIdempotencyKey() {
	const key = useRef<string>(undefined);
	return {
		current() {
			key.current ??= newIdempotencyKey();
			return key.current;
		},
		/** To be called when it is done: what is sent next is another. */
		renew() {
			key.current = undefined;
		},
		/** To be called with a failure: whoever has been told that something else was sent before can send this as well. */
		renewAfter(failure: unknown) {
			if (asFailure(failure).code === "sent_before") key.current = undefined;
		},
	};
}
