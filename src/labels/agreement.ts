import type { Page, Word } from "@packshot/studio/label";
import { type Piece, pieceOf, type Read } from "./page.ts";
import { repaired } from "./repair.ts";
import { DAILY, type Verdict, verdictsOf } from "./verdicts.ts";

/** A value that stands on a label. */
export interface LabelValue {
	/** The catalogue's field, such as `nutrition.sodium`. */
	readonly key: string;
	/** In the form of an import. */
	readonly value: unknown;
	/** From 0 to 1. */
	readonly certainty: number;
	readonly piece: Piece;
}

const CONTRADICTED = 0.45;
const MENDED = 0.7;
const SEEN_ONCE = 0.8;
const UNLIKE = 0.55;
const CONFIRMED = 0.97;

interface Reading {
	readonly page: Page;
	readonly values: readonly Read[];
}

/** One value for each field, with how certain it is: by the recogniser, by the other recognition, and by the other values. */
export function agreed(readings: readonly Reading[]): LabelValue[] {
	const all = readings.flatMap(({ values }) => values);
	const hasPercents = all.some(({ percent }) => percent !== undefined);
	const checked = readings.map(({ page, values: asRead }) => {
		const values = repaired(asRead, all).map((read) => {
			// Where a panel has percentages, one that is missing was not seen.
			const isHalf =
				hasPercents && read.percent === undefined && DAILY.has(read.key.replace("nutrition.", ""));
			return isHalf ? { ...read, isChosen: true } : read;
		});
		return { page, values, verdicts: verdictsOf(values) };
	});
	const keys = new Set(readings.flatMap(({ values }) => values.map(({ key }) => key)));
	return [...keys].flatMap((key) => {
		const seen = checked.flatMap(({ page, values, verdicts }) =>
			values
				.filter((value) => value.key === key)
				.map((read) => ({ page, read, certainty: certaintyOf(read, verdicts.get(key)) })),
		);
		const [best] = seen.sort((one, other) => other.certainty - one.certainty);
		if (!best) return [];
		const same = seen.filter(({ read }) => plain(read.value) === plain(best.read.value)).length;
		const certainty = together(best.certainty, { same, seen: seen.length, of: readings.length });
		const value = best.read.value;
		return [
			{ key, value, certainty: Number(certainty.toFixed(3)), piece: pieceOf(best.read.words, best.page) },
		];
	});
}

function together(certainty: number, { same, seen, of }: { same: number; seen: number; of: number }): number {
	// Reading it twice in the same way makes nothing of it true.
	if (of === 1 || certainty <= CONTRADICTED) return certainty;
	if (same > 1) return 1 - (1 - certainty) * 0.4;
	// Both read it, and differently.
	if (seen > same) return Math.min(certainty >= CONFIRMED ? SEEN_ONCE : UNLIKE, certainty);
	return Math.min(certainty >= CONFIRMED ? certainty : SEEN_ONCE, certainty);
}

const plain = (value: unknown) =>
	JSON.stringify(value)
		.toLowerCase()
		.replace(/[\s.,:;]/g, "");

function certaintyOf({ words, isMended, isChosen, key }: Read, verdict: Verdict | undefined): number {
	if (verdict === "contradicted") return CONTRADICTED;
	const read = wordCertainty(words, key.startsWith("nutrition."));
	if (isChosen) return MENDED;
	if (verdict === "confirmed") return Math.max(CONFIRMED, read);
	return isMended && verdict !== "fits" ? Math.min(MENDED, read) : read;
}

/** A value is as certain as its worst word; names of nutrients are known words, so only their values count. */
function wordCertainty(words: readonly Word[], isPanel: boolean): number {
	const counted = isPanel ? words.filter(({ text }) => /\d/.test(text)) : words;
	const worst = Math.min(...(counted.length > 0 ? counted : words).map(({ confidence }) => confidence));
	return Math.max(0, worst) / 100;
}
