import type { Read } from "./page.ts";

/** `fits`: the energy is about right, which an amount that is wrong by some grams would be as well. */
export type Verdict = "confirmed" | "fits" | "contradicted";

/** Reference daily values of American panels: those of today, and those until 2020 (21 CFR 101.9). */
export const DAILY: ReadonlyMap<string, readonly number[]> = new Map(
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
