import { KEPT_UNTIL_SIGN_OUT, useRemembered } from "../../parts/use-remembered.ts";

/** Barcodes that somebody checked on the public pages before signing in; `web/storefront-visitor.js` writes them. */
const NAME = `${KEPT_UNTIL_SIGN_OUT}nobody list`;

/** @returns the list that is to be opened, if there is one, and what says that it was. */
export function useBroughtList(): readonly [readonly string[] | null, () => void] {
	const [kept, keep] = useRemembered<unknown>(NAME, null);
	const barcodes = Array.isArray(kept) ? kept.filter(isBarcode) : [];
	return [barcodes.length > 0 ? barcodes : null, () => keep(null)];
}

/** Whether a list waits to be opened. */
export function isListBrought(): boolean {
	try {
		return !["null", null].includes(localStorage.getItem(NAME));
	} catch {
		return false;
	}
}

function isBarcode(text: unknown): boolean {
	return typeof text === "string" && /^\d{4,14}$/.test(text);
}
