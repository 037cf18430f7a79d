import { parseDate } from "../platform/http/query.ts";
import { DAY_MS } from "../platform/time/durations.ts";

/** From the start of the first UTC day to the end of the last (exclusive). */
export function daySpan({ from, to }: { from?: string; to?: string }): {
	startMs: number | undefined;
	endMs: number | undefined;
} {
	const lastDayMs = to === undefined ? undefined : parseDate(to);
	return {
		startMs: from === undefined ? undefined : parseDate(from),
		endMs: lastDayMs === undefined ? undefined : lastDayMs + DAY_MS,
	};
}
