import type { NoticeContent } from "../people/notices/notice-mail.ts";
import { printableText } from "../platform/plain-text.ts";
import type { ProposalTable } from "./tables.ts";

export interface DecisionFacts {
	/** Decisions on proposals of one account, oldest first. */
	readonly decided: readonly Pick<ProposalTable, "barcode" | "state" | "reason">[];
	readonly base: string;
}

/** Decisions listed in a mail; the page lists them all. */
const LISTED = 50;

export function decisionSubject(decided: DecisionFacts["decided"]): string {
	const [only] = decided;
	if (only && decided.length === 1) return `Your suggestion for ${only.barcode} was ${only.state}`;
	return `${decided.length} of your suggestions were decided`;
}

export function decisionContent({ decided, base }: DecisionFacts): NoticeContent {
	const more = decided.length - LISTED;
	return {
		heading: decisionSubject(decided),
		paragraphs: more > 0 ? [`These are the first ${LISTED}; ${more} more are on your suggestions page.`] : [],
		facts: decided
			.slice(0, LISTED)
			.map(({ barcode, state, reason }) => [
				barcode,
				reason === null ? state : `${state}: ${printableText(reason)}`,
			]),
		link: { label: "Your suggestions", url: `${base}/propose` },
		footer: "You get this mail when your suggestions have been approved or rejected.",
	};
}
