import type { Page, Word } from "@packshot/studio/label";
import { agreed, type LabelValue } from "./agreement.ts";
import { heightOf, medianOf, type Piece, pieceOf } from "./page.ts";
import { readPanel } from "./panel.ts";
import { kosherWords, readStatements } from "./statements.ts";

export interface LabelReading {
	readonly values: readonly LabelValue[];
	/** What the label says about kosher; whose certification it is, a person says. */
	readonly kosher: readonly { readonly text: string; readonly piece: Piece }[];
}

/** From here on a value counts as certain. */
export const CERTAIN = 0.9;
/** What is less certain is not suggested: correcting it takes longer than typing it. */
export const LEAST_CERTAINTY = 0.5;
/** Pixels of the height of a line of type below which letters cannot be told apart. */
export const LEAST_TYPE_PX = 10;
const SURE_WORD = 60;
const LEAST_WORDS = 5;

/**
 * What a label says, from recognitions of the same picture at different sizes: what is the same in both is more certain.
 * @returns why nothing was read, in words
 */
export function readLabel(pages: readonly Page[]): LabelReading | { readonly refused: string } {
	const [page] = pages;
	const problem = page && problemOf(page);
	if (!page || problem) return { refused: problem ?? "there is no picture" };
	const readings = pages.map((each) => ({
		page: each,
		values: [...readPanel(each), ...readStatements(each)],
	}));
	return {
		values: agreed(readings).filter(({ certainty }) => certainty >= LEAST_CERTAINTY),
		kosher: kosherWords(page).map(({ text, words }) => ({ text, piece: pieceOf(words, page) })),
	};
}

function problemOf(page: Page): string | undefined {
	const words = page.lines.flat().filter(({ text }) => /[\p{L}\d]{3}/u.test(text));
	const sure = words.filter(({ confidence }) => confidence >= SURE_WORD);
	const typePx = medianOf((sure.length >= LEAST_WORDS ? sure : words).map((word: Word) => heightOf(word)));
	if (typePx === undefined) return "there is no print that can be read";
	if (typePx < LEAST_TYPE_PX)
		return `the print is too small: its lines are ${Math.floor(typePx)} pixels high, and reading takes ${LEAST_TYPE_PX}; photograph it closer`;
	return sure.length < LEAST_WORDS
		? "the print cannot be read: it is blurred, covered or too small"
		: undefined;
}
