import type { Page, Word } from "@packshot/studio/label";
import { type Piece, pieceOf } from "./page.ts";
import type { PanelValue } from "./panel.ts";
import { repaired } from "./repair.ts";

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

/** Reference daily values of American panels: those of today, and those until 2020 (21 CFR 101.9). */
const DAILY: ReadonlyMap<string, readonly number[]> = new Map(
	Object.entries({
		total_fat: [78, 65],
		saturated_fat: [20],
		cholesterol: [300],
		sodium: [2300, 2400],
		total_carbohydrate: [275, 300],
		dietary_fiber: [28, 25],
		added_sugars: [50],
		vitamin_d: [20],
		calcium: [1300, 1000],
		iron: [18],
		potassium: [4700, 3500],
	}),
);
/** Percent of what the amounts make, by which a printed percentage may differ: both are rounded. */
const ROUNDING = 0.12;
const ROUNDED_PERCENT = 1.5;
/** Energy of a gram of fat, carbohydrate and protein in kcal. */
const KCAL = { total_fat: 9, total_carbohydrate: 4, protein: 4 } as const;
const PARTS_OF_WHOLES = [
	["saturated_fat", "total_fat"],
	["trans_fat", "total_fat"],
	["total_sugars", "total_carbohydrate"],
	["dietary_fiber", "total_carbohydrate"],
	["added_sugars", "total_sugars"],
] as const;

const CONTRADICTED = 0.45;
const MENDED = 0.7;
const SEEN_ONCE = 0.8;
const UNLIKE = 0.55;
const CONFIRMED = 0.97;

export type Read = PanelValue & { readonly value: unknown };
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

/** `fits`: the energy is about right, which an amount that is wrong by some grams would be as well. */
type Verdict = "confirmed" | "fits" | "contradicted";

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

/** What the values of one panel say of one another. */
export function verdictsOf(values: readonly Read[]): Map<string, Verdict> {
	const numbers = new Map(values.map(({ key, number }) => [key.replace("nutrition.", ""), number]));
	const verdicts = new Map<string, Verdict>();
	const say = (field: string, verdict: Verdict) => {
		// One contradiction outweighs what agrees.
		if (verdicts.get(`nutrition.${field}`) !== "contradicted") verdicts.set(`nutrition.${field}`, verdict);
	};
	for (const { key, number, percent } of values) {
		const field = key.replace("nutrition.", "");
		const daily = DAILY.get(field);
		if (daily === undefined || number === undefined || percent === undefined) continue;
		const fits = daily.some((whole) => {
			const share = (number / whole) * 100;
			return Math.abs(share - percent) <= Math.max(ROUNDED_PERCENT, share * ROUNDING);
		});
		if (!fits) say(field, "contradicted");
		// A zero confirms nothing: too many readings give it.
		else if (percent > 0) say(field, "confirmed");
	}
	for (const [part, whole] of PARTS_OF_WHOLES) {
		const [less, more] = [numbers.get(part), numbers.get(whole)];
		if (less === undefined || more === undefined || less <= more + 0.5) continue;
		for (const field of [part, whole])
			if (verdicts.get(`nutrition.${field}`) !== "confirmed") say(field, "contradicted");
	}
	energy(numbers, verdicts, say);
	return verdicts;
}

function energy(
	numbers: ReadonlyMap<string, number | undefined>,
	verdicts: ReadonlyMap<string, Verdict>,
	say: (field: string, verdict: Verdict) => void,
): void {
	const kcal = numbers.get("calories");
	const amounts = Object.entries(KCAL).map(([field, per]) => ({ field, per, grams: numbers.get(field) }));
	if (kcal === undefined || amounts.some(({ grams }) => grams === undefined)) return;
	const sum = amounts.reduce((total, { grams = 0, per }) => total + grams * per, 0);
	// Fibre has less energy than other carbohydrates, and everything is rounded.
	const fibre = (numbers.get("dietary_fiber") ?? 0) * 4;
	const rounding = 10 + 0.05 * Math.max(kcal, sum);
	const fits = kcal <= sum + rounding && kcal >= sum - fibre - rounding;
	for (const field of ["calories", ...Object.keys(KCAL)]) {
		if (fits) {
			if (verdicts.get(`nutrition.${field}`) === undefined) say(field, "fits");
		} else if (verdicts.get(`nutrition.${field}`) !== "confirmed") say(field, "contradicted");
	}
}
