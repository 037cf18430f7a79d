/**
 * What many refusals have in common: their reason without the values found, so that ten thousand lines with a wrong `bracha` have one
 * cause. `info.bracha: expected one of …, found "x"` and `… found "y"` are the same.
 */
export function causeOf(reason: string): string {
	return reason
		.replace(/, found .*$/s, "")
		.replace(/"(?:[^"\\]|\\.)*"/g, "…")
		.replace(/\[\d+\]/g, "[…]")
		.replace(/\d{4,}/g, "…")
		.slice(0, 200);
}
