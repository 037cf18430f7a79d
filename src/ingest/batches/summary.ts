import type { Counts, ImportReport } from "../report.ts";
import { causeOf } from "./refusal-cause.ts";
import type { CauseCount, ImportSummary } from "./store.ts";

const MOST_CAUSES = 50;
const MOST_NOTED = 100;

/** A report as it is stored. @param before of the same import, cut off: what it did counts, and is not unchanged now. */
export function summaryOf(report: ImportReport, tookMs: number, before: ImportSummary | null): ImportSummary {
	const { products, images, refused, unmarkable, noted, ignored } = report;
	return {
		products: together(products, before?.products),
		images: together(images, before?.images),
		refused: refused.length,
		causes: causesOf(refused.map(({ reason }) => reason)),
		unmarkable: unmarkable.length,
		noted: noted.slice(0, MOST_NOTED),
		notedCount: noted.length,
		ignored: ignored.length,
		tookMs: tookMs + (before?.tookMs ?? 0),
	};
}

function together(now: Counts, before: Counts | undefined): Counts {
	if (!before) return { ...now };
	return {
		created: before.created + now.created,
		updated: before.updated + now.updated,
		unchanged: Math.max(0, now.unchanged - before.created - before.updated),
	};
}

/** The causes of these reasons, most frequent first. */
function causesOf(reasons: readonly string[]): CauseCount[] {
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		const cause = causeOf(reason);
		counts.set(cause, (counts.get(cause) ?? 0) + 1);
	}
	return [...counts]
		.map(([cause, count]) => ({ cause, count }))
		.sort((a, b) => b.count - a.count)
		.slice(0, MOST_CAUSES);
}
