import type { MailContent } from "../../platform/mail/html.ts";
import { printableText } from "../../platform/plain-text.ts";
import type { ProposalTable } from "./tables.ts";

/** The facts in a mail about decisions. */
export interface DecisionFacts {
	/** Decisions on proposals of one account, oldest first. */
	readonly decided: readonly Pick<ProposalTable, "barcode" | "state" | "reason">[];
	readonly base: string;
	readonly unsubscribeUrl: string;
}

/** Decisions listed in a mail; the page lists them all. */
const LISTED = 50;

export function decisionSubject(decided: DecisionFacts["decided"]): string {
	const [only] = decided;
	if (only && decided.length === 1) return `Your proposal for ${only.barcode} was ${only.state}`;
	return `${decided.length} of your proposals were decided`;
}

/** The content of a mail about decisions. */
export function decisionContent({ decided, base, unsubscribeUrl }: DecisionFacts): MailContent {
	const more = decided.length - LISTED;
	return {
		heading: decisionSubject(decided),
		paragraphs: more > 0 ? [`These are the first ${LISTED}; ${more} more are on your proposals page.`] : [],
		facts: decided
			.slice(0, LISTED)
			.map(({ barcode, state, reason }) => [
				barcode,
				reason === null ? state : `${state}: ${printableText(reason)}`,
			]),
		link: { label: "Your proposals", url: `${base}/propose` },
		footer: "You get this mail when your proposals have been approved or rejected.",
		unsubscribeUrl,
	};
}
