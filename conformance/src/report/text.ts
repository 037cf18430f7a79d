import { countOf, type Result } from "../run.ts";
import type { Report } from "./report.ts";

export const SIGNS = { kept: "✓", broken: "✗", skipped: "-" } as const;

/** Prints a rule on one line and, below it, why it was not kept. */
export function textLine({ outcome, section, title, reason }: Result): string {
	const line = `${SIGNS[outcome]} ${section.padEnd(4)} ${title}`;
	return reason ? `${line}\n       ${reason}` : line;
}

export function summaryOf({ results, elapsedMs, creditsSpent }: Report): string {
	const [kept, broken, skipped] = (["kept", "broken", "skipped"] as const).map((each) =>
		countOf(results, each),
	);
	return `${kept} kept, ${broken} broken, ${skipped} skipped in ${(elapsedMs / 1000).toFixed(1)} s, for ${creditsSpent} credits`;
}
