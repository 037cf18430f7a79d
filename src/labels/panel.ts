import type { Page, Word } from "@packshot/studio/label";
import { withDecimalPoint } from "../catalogue/fields/field-kinds.ts";
import { fieldCalled, nearestNutrient } from "../imports/formats/mapping/column-words.ts";
import { NUTRIENTS, nutritionOf } from "../imports/formats/openfoodfacts/nutrition.ts";
import { isHebrew, type Read, rowsOf } from "./page.ts";

const PER_GRAM: ReadonlyMap<string, number> = new Map(Object.entries({ g: 1, mg: 1000, mcg: 1_000_000 }));

/** Ends a panel. The table below it in some says how much of each nutrient a day may have, for two diets. */
const FOOTNOTE = /daily values? (are|is) based|percent daily|calorie (diet|needs)/i;
/** Of that table, where the footnote was not recognised; in a panel a percentage follows. */
const OF_A_DAY = /less\s*than[^%]*$|2,?000\s*2,?500/i;
const LONGEST_NAME = 4;
/** Where a panel is for 100 g. */
const HUNDRED = /\b100\s*(g|ml)\b|100\S*\s*(גר|מ"ל)/iu;

interface Found {
	readonly field: string;
	readonly unit: string | undefined;
	/** Places in the row: the words of its name. */
	readonly from: number;
	readonly to: number;
}

/** The nutrition panel of a picture: of several columns the first, which is the serving or 100 g. */
export function readPanel(page: Page): Read[] {
	const rows = rowsOf(page);
	const per100 = rows.find((row) => HUNDRED.test(textOf(row)));
	const values = new Map<string, Read>();
	const add = (value: Read | undefined) => {
		if (value && !values.has(value.key)) values.set(value.key, value);
	};
	let isBelow = false;
	for (const whole of rows) {
		// Of `Calories 110 Calories from Fat 15` the second half has no field.
		const from = whole.findIndex(({ text }) => /^from$/i.test(text));
		const row = from > 0 ? whole.slice(0, from - 1) : whole;
		const text = textOf(row);
		isBelow ||= FOOTNOTE.test(text);
		if (FOOTNOTE.test(text) || OF_A_DAY.test(text) || (isBelow && !text.includes("%"))) continue;
		add(servings(row, text));
		const names = namesIn(row);
		names.forEach((name, place) => {
			const end = names[place + 1]?.from ?? row.length;
			const after = row.slice(name.to, end);
			// American panels say `Includes 3g Added Sugars`.
			const isBefore =
				name.field === "added_sugars" && /^incl/i.test(row[Math.max(0, name.from - 2)]?.text ?? "");
			const cells = isBefore ? [...row.slice(name.from - 1, name.from), ...after] : after;
			const own = isBefore ? row.slice(name.from - 2, name.to) : row.slice(name.from, name.to);
			if (name.field === "serving_size") add(servingSize(own, after));
			else if (name.field === "calories") add(calories(own, cells, text));
			else if (NUTRIENTS.has(name.field) || name.field === "salt") add(nutrient(name, own, cells));
		});
	}
	// One name alone is a word of some other text.
	const found = [...values.values()];
	if (found.filter(({ key }) => key !== "nutrition.servings_per_container").length < 3) return [];
	return per100 && !values.has("nutrition.serving_size")
		? ofHundredGrams(found, per100)
		: found.filter(({ key }) => key !== "nutrition.salt");
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(" ");

/** All names of nutrients in a row, the longest first where they begin with the same word. */
function namesIn(row: readonly Word[]): Found[] {
	const names: Found[] = [];
	for (let from = 0; from < row.length; from++) {
		if (!/\p{L}/u.test(row[from]?.text ?? "")) continue;
		// What stands behind another word is part of a longer name, such as that of a kind of fat.
		if (from > 0 && /^(?![OQ]g$)\p{L}{2,}$/u.test(row[from - 1]?.text ?? "")) continue;
		// A sentence about a serving with milk: `28g carbohydrate (15g sugars, 12g other)`.
		if (from > 0 && /^\(\d+m?g$/.test(row[from - 1]?.text ?? "")) continue;
		const ends = Array.from(
			{ length: Math.min(LONGEST_NAME, row.length - from) },
			(_, less) => Math.min(row.length, from + LONGEST_NAME) - less,
		);
		const find = (isLike: boolean) => {
			for (const to of ends) {
				const found = nameOf(textOf(row.slice(from, to)), isLike);
				if (found) return { ...found, to };
			}
			return undefined;
		};
		const found = find(false) ?? find(true);
		if (!found) continue;
		const { to } = found;
		// Hebrew panels say the unit behind the name: סוכרים (גרם).
		const unit = to < row.length ? fieldCalled(`x ${row[to]?.text}`)?.unit : undefined;
		names.push({ ...found, unit: found.unit ?? unit, from });
		from = to - 1;
	}
	return names;
}

/** @param isLike whether a name may have a wrong letter */
function nameOf(words: string, isLike: boolean): { field: string; unit: string | undefined } | undefined {
	// A name does not have the amount in it, which may have been taken for part of a word.
	if (/\d|(^|\s)[OQIl]?(g|mg|mcg)(\s|$)/.test(words.replace(/^[^\p{L}]+/u, ""))) return undefined;
	const name = words
		.replace(/^[^\p{L}]+/u, "")
		.replace(/^(of which|davon|מתוכם|מתוכן|כולל|includes)\s+/iu, "")
		.replace(/[.:*†|—_-]+$/u, "");
	if (name.length < 3 || /^(kcal|kj|cal)$/i.test(name)) return undefined;
	if (/^salt$|^salz$/i.test(name)) return { field: "salt", unit: undefined };
	const exact = fieldCalled(name);
	// One letter tells vitamins apart.
	const field = exact?.field ?? (isLike && !/^vit/i.test(name) ? nearestNutrient(name) : undefined);
	const [, nutrientField] = /^nutrition\.(\w+)/.exec(field ?? "") ?? [];
	return nutrientField === undefined ? undefined : { field: nutrientField, unit: exact?.unit };
}

function servings(row: readonly Word[], text: string): Read | undefined {
	const before = /((?:about |approx\.? )?\d+(?:[.,]\d)?)\s+servings? per/i.exec(text);
	const after = /servings? per (?:container|package|bag|box)\W*((?:about |approx\.? )?\d+(?:[.,]\d)?)/i.exec(
		text,
	);
	const value = (before ?? after)?.[1];
	if (value === undefined) return undefined;
	return { key: "nutrition.servings_per_container", value, isMended: false, words: [...row] };
}

function servingSize(name: readonly Word[], after: readonly Word[]): Read | undefined {
	const printed = textOf(after).replace(/^[\s:]+/, "");
	// The weight in brackets has a unit: a digit in its place is the letter.
	const value = printed
		.replace(/\((\d+)[98q]\)/, "($1g)")
		// Nobody eats 213 cups: a stroke was taken for a digit.
		.replace(/^(\d)[17](\d)(?= (?:cup|tbsp|tsp|pack)\b)/, "$1/$2")
		.replace(/\bt[hs]sp\b/, "tbsp");
	if (!/\d/.test(value)) return undefined;
	// Half of a `g` may be the 9 before it, and a fraction before the measure is easily lost.
	const isMended = value !== printed || /9g\)|^\D|\(\d+\)/.test(value);
	return { key: "nutrition.serving_size", value, isMended, words: [...name, ...after] };
}

function calories(name: readonly Word[], cells: readonly Word[], text: string): Read | undefined {
	const printed = textOf(cells);
	const kcal = /(\d[\d.,]*)\s*k?cal/i.exec(printed) ?? /k?cal\)?\s*(\d[\d.,]*)/i.exec(printed);
	const plain = /k[jl1]\b/i.test(text) ? undefined : /^\W*(\d{1,4})\b/.exec(printed);
	const value = (kcal ?? plain)?.[1]?.replace(/[.,]$/, "");
	if (value === undefined) return undefined;
	const number = Number(withDecimalPoint(value));
	if (!Number.isFinite(number)) return undefined;
	return {
		key: "nutrition.calories",
		value,
		number,
		isMended: false,
		words: [...name, ...cells.slice(0, 4)],
	};
}

const AMOUNT =
	/^[(<~]?(less than )?[<~]?(\d+(?:[.,]\d+)?)\s*(mcg|µg|ug|mg|m[8q9]|g|גרם|ג|מ"ג|מג)?[.,)*°"']*$/iu;

function nutrient(
	{ field, unit: ofName }: Found,
	name: readonly Word[],
	cells: readonly Word[],
): Read | undefined {
	const unit = NUTRIENTS.get(field)?.unit ?? "g";
	const used = [...name];
	let amount: { text: string; number: number; isMended: boolean } | undefined;
	let percent: number | undefined;
	for (const [place, word] of cells.entries()) {
		const less = /^less$/i.test(word.text) && /^than$/i.test(cells[place + 1]?.text ?? "");
		const share = /^[<]?(\d{1,3})\s*[%°]/.exec(word.text.replace(/^[Oo]%/, "0%"));
		if (share) {
			if (percent === undefined) {
				percent = Number(share[1]);
				used.push(word);
			}
			// The next column begins.
			if (amount !== undefined || percent !== undefined) break;
			continue;
		}
		if (amount !== undefined || less) continue;
		const next = cells[place + 1]?.text ?? "";
		const isUnitNext = /^(mcg|µg|mg|g|q|גרם)[.,]?$/i.test(next);
		const read = amountIn(
			isUnitNext ? word.text + next.replace("q", "g") : word.text,
			unit,
			ofName !== undefined || isHebrew(textOf(name)),
		);
		if (!read) continue;
		const isLess = /^than$/i.test(cells[place - 1]?.text ?? "") || /^[(<]/.test(word.text);
		amount = { ...read, text: `${isLess ? "<" : ""}${read.text}` };
		used.push(word, ...(isUnitNext ? [cells[place + 1] as Word] : []));
	}
	if (amount === undefined && percent === undefined) return undefined;
	return {
		key: `nutrition.${field}`,
		value: { amount: amount?.text ?? null, dv: percent === undefined ? null : `${percent}%` },
		number: amount?.number,
		percent,
		// A percentage alone may stand beside an amount that was not recognised; and half of a `g` may be the 9.
		isMended: (amount?.isMended ?? true) || (percent === undefined && /9g$/.test(amount?.text ?? "")),
		words: used,
	};
}

/** Letters that recognisers take for others beside digits: `Og` is `0g`, and `69` is `6g` where every amount has its unit. */
function amountIn(
	word: string,
	unit: string,
	isUnitElsewhere: boolean,
): { text: string; number: number; isMended: boolean } | undefined {
	const straight = word.replace(/^[Oo](?=m|g|\d|$)/, "0").replace(/(^|\d\.)[Il|](?=m|g|\d|$)/, "$11");
	const [, , digits, printed] = AMOUNT.exec(straight) ?? [];
	if (digits === undefined) return undefined;
	// No number begins with a zero: its point was too small to be seen.
	const point = withDecimalPoint(digits).replace(/^0(?=\d)/, "0.");
	const isWord = printed !== undefined && /[gmµ]/i.test(printed);
	if (isUnitElsewhere && !isWord) return { text: `${point} ${unit}`, number: Number(point), isMended: false };
	if (isWord) {
		const own = printed
			.toLowerCase()
			.replace(/^(µg|ug)$/, "mcg")
			.replace(/^m[8q9]$/, "mg");
		return {
			text: `${point}${own}`,
			number: inUnit(Number(point), own, unit),
			isMended: own !== printed.toLowerCase() || point !== withDecimalPoint(digits),
		};
	}
	if (unit === "g" && /\d[0-9]$/.test(point)) {
		const cut = point.slice(0, -1).replace(/[.,]$/, "");
		return { text: `${cut}g`, number: Number(cut), isMended: true };
	}
	return { text: `${point}${unit}`, number: Number(point), isMended: true };
}

function inUnit(number: number, from: string, to: string): number {
	return (number / (PER_GRAM.get(from) ?? 1)) * (PER_GRAM.get(to) ?? 1);
}

/** A panel of another country, brought into the form of ours as exports of such records are. */
function ofHundredGrams(found: readonly Read[], header: readonly Word[]): Read[] {
	const amounts = new Map<string, number>();
	for (const { key, number } of found) {
		const field = key.slice("nutrition.".length);
		if (number === undefined) continue;
		if (field === "calories") amounts.set("energy-kcal", number);
		// No food has that much salt: its point was too small to be seen.
		else if (field === "salt") amounts.set("salt", number >= 10 ? number / 10 : number);
		else {
			const theirs = NUTRIENTS.get(field);
			if (theirs) amounts.set(theirs.name, number / theirs.perGram);
		}
	}
	const none = { servingSize: undefined, servingQuantity: undefined };
	const panel = nutritionOf(
		(name) => {
			const value = amounts.get(name);
			return value === undefined ? undefined : { value, modifier: undefined, source: undefined };
		},
		none,
		() => undefined,
	);
	const wordsOf = (field: string) =>
		found.find(({ key }) => key === `nutrition.${field}` || (field === "sodium" && key === "nutrition.salt"));
	return Object.entries(panel ?? {}).flatMap(([field, value]): Read[] => {
		if (field === "serving_size") {
			const [, latin, hebrew] = HUNDRED.exec(textOf(header)) ?? [];
			const isVolume = /ml/i.test(latin ?? "") || hebrew === 'מ"ל';
			return [
				{
					key: "nutrition.serving_size",
					value: isVolume ? "100 ml" : "100 g",
					isMended: false,
					words: header,
				},
			];
		}
		const read = wordsOf(field);
		if (!read) return [];
		const given = value as string | { amount: string };
		const shown = typeof given === "string" ? given : { amount: given.amount, dv: null };
		const isMended = read.isMended || (field === "sodium" && (read.number ?? 0) >= 10);
		return [{ ...read, key: `nutrition.${field}`, value: shown, percent: undefined, isMended }];
	});
}
