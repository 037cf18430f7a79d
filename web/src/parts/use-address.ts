import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/** Changes the URL's parameters, based on their value at that moment. */
export type ChangeAddress = (change: (now: URLSearchParams) => URLSearchParams) => void;

/**
 * The URL's parameters, and a function for changing them in place. A change is applied to the parameters at that moment: the last rendered ones may lack a
 * change made just before, which would be lost (the router renders asynchronously, and text is applied when typing pauses).
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
	const [address, setAddress] = useSearchParams();
	const { pathname } = useLocation();
	const change = useCallback<ChangeAddress>(
		(next) => {
			// While the next page loads, this one is still shown: text applied now would call the user back.
			if (window.location.pathname === pathname) setAddress(next(current()), { replace: true });
		},
		[setAddress, pathname],
	);
	return [address, change];
}

/** The URL's parameters as the filters of a list, and a function that sets one. */
export function useFilters(): [URLSearchParams, (name: string, value: string) => void] {
	const [address, change] = useAddress();
	return [address, (name, value) => change((now) => changed(now, name, value))];
}

/** The current page of a list from the URL, starting at 1, and a function for changing it: the browser's Back returns to the previous page. */
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

/** The URL with a parameter changed, or removed if empty. Returns to the first page, unless that is the parameter. */
export function changed(address: URLSearchParams, name: string, value: string): URLSearchParams {
	const next = new URLSearchParams(address);
	next.delete("page");
	if (value === "") next.delete(name);
	else next.set(name, value);
	return next;
}
