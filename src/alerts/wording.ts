import { type AlertKind, type AlertOutcome, KINDS } from "../catalogue/withholding/alert-schema.ts";
import type { Correction } from "../catalogue/withholding/apply-alert.ts";
import { plainTextProblem } from "../platform/plain-text.ts";
import { parseWebUrl } from "../platform/web-url.ts";

export const MOST_PRODUCTS = 1000;
export const LONGEST_MESSAGE = 2000;
export const LONGEST_TEXT = 500;

/** What an alert says, besides the products. */
export interface Wording {
	readonly kind: AlertKind;
	readonly symbol: string | null;
	/** Only hechshers with this additional designation are meant. */
	readonly designation: string | null;
	readonly withholds: boolean;
	readonly message: string;
	readonly lots: string | null;
	readonly source: string | null;
}

/** A wording, and the account that gave it; null for the command line. */
export interface SaidWording extends Wording {
	readonly by: string | null;
}

export interface FormerWording extends SaidWording {
	readonly barcodes: readonly string[];
	/** From when to when readers saw it. */
	readonly fromMs: number;
	readonly untilMs: number;
}

/** What an alert writes into the hechshers of its symbol. */
export type CorrectedValues = Correction["values"];

export interface PendingAct {
	readonly wording: SaidWording;
	readonly correction: CorrectedValues | null;
	/** Of an end; null for a publication or a change. */
	readonly outcome: AlertOutcome | null;
	readonly changeSet: number | null;
	/** When it was asked for. */
	readonly askedAtMs?: number;
	/** Whether it begins only when another person has approved it. */
	readonly waits: boolean;
}

/** Whether an alert withholds unless its publisher decides. */
export function withholdsByDefault({
	kind,
	symbol,
	lots,
}: Pick<Wording, "kind" | "symbol" | "lots">): boolean {
	return (kind === "withdrawn" || kind === "unauthorised") && symbol !== null && lots === null;
}

/** What is wrong with a wording and its correction, in one sentence; undefined if nothing is. */
export function wordingProblem(
	{ kind, symbol, designation, withholds, message, lots, source }: Wording,
	correction: CorrectedValues | null,
): string | undefined {
	if (!KINDS.includes(kind)) return `kind takes ${KINDS.join(", ")}.`;
	const corrected = correction?.additional_designation ?? null;
	const texts = { symbol, designation, message, lots, source, "corrected designation": corrected };
	for (const [name, text] of Object.entries(texts)) {
		const longest = name === "message" ? LONGEST_MESSAGE : LONGEST_TEXT;
		if (text !== null && [...text].length > longest) return `${name} takes at most ${longest} characters.`;
		const problem = text === null ? undefined : plainTextProblem(text, { multiline: name === "message" });
		if (problem !== undefined) return `${name} ${problem}.`;
	}
	if (message.trim() === "")
		return "message is needed: what is wrong, which products and lots, since when, what to do.";
	if (source !== null && /^[\w.+-]+:\/\//.test(source) && parseWebUrl(source)?.protocol !== "https:")
		return "source takes an https URL, or a text.";
	if (designation !== null && symbol === null) return "designation needs a symbol.";
	if (withholds && symbol === null)
		return "An alert withholds hechshers of a symbol: give the symbol, or do not withhold.";
	if (correction === null) return undefined;
	if (kind !== "mislabelled" && kind !== "changed")
		return "Only alerts of the kinds mislabelled and changed correct hechshers.";
	if (symbol === null) return "A correction needs the symbol of the hechshers that it is for.";
	return withholds && designation !== null && correction.additional_designation !== undefined
		? "Hechshers cannot be withheld by a designation that is corrected: none has it afterwards. Leave the designation empty, or do not withhold."
		: undefined;
}
