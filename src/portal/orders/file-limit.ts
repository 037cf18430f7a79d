import { createFixedWindow, MINUTE_MS, secondsUntil } from "../../platform/http/fixed-window.ts";
import { tooManyAttempts } from "../errors.ts";

/** A workbook of 1,000 products takes a third of a second of the processor, and nothing is paid for it. */
const FILES_A_MINUTE = 20;

/** Lets an account fetch so many files of metadata a minute. */
export function createFileLimit() {
	const minute = createFixedWindow(MINUTE_MS);
	/** @throws HttpError 429. */
	return (accountId: string, nowMs: number): void => {
		const { admitted, resetAtMs } = minute.count(accountId, FILES_A_MINUTE, nowMs);
		if (!admitted) throw tooManyAttempts("rate_limited", secondsUntil(resetAtMs, nowMs));
	};
}
