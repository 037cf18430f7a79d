import type { Read } from "./page.ts";
import { verdictsOf } from "./verdicts.ts";

/** Whose sum is the energy. */
const ENERGY = ["nutrition.total_fat", "nutrition.total_carbohydrate", "nutrition.protein"] as const;

/**
 * The values of a panel, with those amounts replaced that contradict the others as they were read, and agree with a point put in, which is often too small to
 * be seen, without a last digit, which may be half of a `g`, or as another recognition has them. None of these is certain.
 * @param all those of the other recognitions too
 */
export function repaired(values: readonly Read[], all: readonly Read[]): Read[] {
	let now = [...values];
	for (const read of values) {
		if (!isContradicted(now, read.key)) continue;
		now =
			formsOf(read)
				.map((form) => put(now, form))
				.find((tried) => !isContradicted(tried, read.key)) ?? now;
	}
	if (!isContradicted(now, "nutrition.calories")) return now;
	// Several of them may be wrong: those that make the energy right with the fewest changes.
	const [fat = [], carbohydrate = [], protein = []] = ENERGY.map((key) => {
		const own = all.filter((read) => read.key === key);
		return [...now.filter((read) => read.key === key), ...own.map(mended), ...own.flatMap(formsOf)];
	});
	const right = fat
		.flatMap((one) => carbohydrate.flatMap((two) => protein.map((three) => [one, two, three])))
		.toSorted((one, other) => changesIn(one, now) - changesIn(other, now))
		.map((forms) => forms.reduce(put, now))
		.find((tried) => !["nutrition.calories", ...ENERGY].some((key) => isContradicted(tried, key)));
	return right ?? now;
}

const isContradicted = (values: readonly Read[], key: string) =>
	verdictsOf(values).get(key) === "contradicted";
const put = (values: readonly Read[], form: Read) =>
	values.map((read) => (read.key === form.key ? form : read));
const changesIn = (forms: readonly Read[], now: readonly Read[]) =>
	forms.filter((form) => !now.includes(form)).length;
/** A percentage by which an amount was chosen confirms nothing any more. */
const mended = (read: Read): Read => ({ ...read, isMended: true, isChosen: true });

function formsOf(read: Read): Read[] {
	if (typeof read.value !== "object" || read.value === null || !("amount" in read.value)) return [];
	const { amount, dv } = read.value as { readonly amount: string | null; readonly dv: string | null };
	const [, digits = "", unit = ""] = /^(\d{2,})( ?\w+)$/.exec(amount ?? "") ?? [];
	if (digits === "") return [];
	// Nobody prints `4.0g`.
	const pointed = digits.endsWith("0") ? [] : [`${digits.slice(0, -1)}.${digits.at(-1)}`];
	const isGrams = unit.trim() === "g";
	const shorter = isGrams && /[489]$/.test(digits) ? [digits.slice(0, -1)] : [];
	// With a percentage it is known which of them it is.
	const forms =
		read.percent === undefined && digits.endsWith("9") ? [...shorter, ...pointed] : [...pointed, ...shorter];
	return forms.map((form) =>
		mended({ ...read, number: Number(form), value: { amount: `${form}${unit}`, dv } }),
	);
}
