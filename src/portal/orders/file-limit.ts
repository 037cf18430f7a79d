import { createFixedWindow, secondsUntil } from "../../platform/http/fixed-window.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { tooManyAttempts } from "../errors.ts";

/** A workbook of 1,000 products takes a third of a second of CPU time, and is free. */
const FILES_A_MINUTE = 20;

/** Limits how many metadata files an account may download per minute. */
export function createFileLimit() {
	const minute = createFixedWindow(MINUTE_MS);
	/** @throws HttpError 429. */
	return (accountId: string, nowMs: number): void => {
		const { admitted, resetAtMs } = minute.count(accountId, FILES_A_MINUTE, nowMs);
		if (!admitted) throw tooManyAttempts("rate_limited", secondsUntil(resetAtMs, nowMs));
	};
}
