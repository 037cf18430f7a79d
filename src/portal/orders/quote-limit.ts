import { createFixedWindow, secondsUntil } from "../../platform/http/fixed-window.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { tooManyAttempts } from "../errors.ts";

/** A quote reveals what data products have, which the availability endpoints sell: it is for people, not for crawling. */
const SMALL_ITEMS = 50;
const SMALL_A_MINUTE = 60;
const LARGE_A_MINUTE = 10;

/** Limits how many quotes an account may request per minute, with a lower limit for long lists. */
export function createQuoteLimit() {
	const small = createFixedWindow(MINUTE_MS);
	const large = createFixedWindow(MINUTE_MS);
	/** @throws HttpError 429. */
	return (accountId: string, items: number, nowMs: number): void => {
		const [window, most] = items <= SMALL_ITEMS ? [small, SMALL_A_MINUTE] : [large, LARGE_A_MINUTE];
		const { admitted, resetAtMs } = window.count(accountId, most, nowMs);
		if (!admitted) throw tooManyAttempts("rate_limited", secondsUntil(resetAtMs, nowMs));
	};
}
