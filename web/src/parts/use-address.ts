import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Changes the parameters of the address from what they are by then. */
export type ChangeAddress = (change: (now: URLSearchParams) => URLSearchParams) => void;

/**
 * The parameters of the address, and how to change them in place. A change gets what the address says by then: what was rendered last may lack a change of
 * a moment before, which would be undone (the router renders at leisure, and text is asked for when somebody stops typing).
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
	const [address, setAddress] = useSearchParams();
	const change = useCallback<ChangeAddress>(
		(next) => setAddress(next(current()), { replace: true }),
		[setAddress],
	);
	return [address, change];
}

/** Which page of a list the address names, from 1, and how to turn to another: the browser's Back turns back. */
export function usePageNumber(): [number, (page: number) => void] {
	const [address, setAddress] = useSearchParams();
	const turnTo = useCallback(
		(page: number) => setAddress(changed(current(), "page", String(page))),
		[setAddress],
	);
	return [Math.max(1, Number(address.get("page")) || 1), turnTo];
}

function current(): URLSearchParams {
	return new URLSearchParams(window.location.search);
}

/** The address with a parameter changed; without it where it is empty. What is shown begins at its first page again, unless that is the parameter. */
export function changed(address: URLSearchParams, name: string, value: string): URLSearchParams {
	const next = new URLSearchParams(address);
	next.delete("page");
	if (value === "") next.delete(name);
	else next.set(name, value);
	return next;
}
