import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Change = (now: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the address, and how to change them in place. A change gets what the address says by then: what was rendered last may lack a change of
 * a moment before, which would be undone (the router renders at leisure, and text is asked for when somebody stops typing).
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
	const [address, setAddress] = useSearchParams();
	const change = useCallback(
		(next: Change) => setAddress(next(new URLSearchParams(window.location.search)), { replace: true }),
		[setAddress],
	);
	return [address, change];
}

/** The address with a parameter changed; without it where it is empty. */
export function changed(address: URLSearchParams, name: string, value: string): URLSearchParams {
	const next = new URLSearchParams(address);
	if (value === "") next.delete(name);
	else next.set(name, value);
	return next;
}
