/** A value of a record, as somebody typed or computed it. */
export interface ForeignValue {
	readonly value: unknown;
	/** `<`, `>` or `~`; `-` where the label does not have the nutrient. */
	readonly modifier: unknown;
	/** `packaging`, `manufacturer`, `estimate`; undefined in early records, which have no estimates among their values. */
	readonly source: unknown;
}

type Values = (name: string) => ForeignValue | undefined;

interface Measure {
	readonly name: string;
	/** How many of the unit, in which panels print it, make a gram. */
	readonly perGram: number;
	readonly unit: "g" | "mg" | "mcg";
}

const inGrams = (name: string): Measure => ({ name, perGram: 1, unit: "g" });
const inMilligrams = (name: string): Measure => ({ name, perGram: 1000, unit: "mg" });

/** Our nutrients by theirs, whose values are in grams whatever the label says. */
export const NUTRIENTS: ReadonlyMap<string, Measure> = new Map(
	Object.entries<Measure>({
		total_fat: inGrams("fat"),
		saturated_fat: inGrams("saturated-fat"),
		trans_fat: inGrams("trans-fat"),
		cholesterol: inMilligrams("cholesterol"),
		sodium: inMilligrams("sodium"),
		total_carbohydrate: inGrams("carbohydrates"),
		dietary_fiber: inGrams("fiber"),
		total_sugars: inGrams("sugars"),
		added_sugars: inGrams("added-sugars"),
		protein: inGrams("proteins"),
		vitamin_d: { name: "vitamin-d", perGram: 1_000_000, unit: "mcg" },
		calcium: inMilligrams("calcium"),
		iron: inMilligrams("iron"),
		potassium: inMilligrams("potassium"),
	}),
);

/** No food has more in 100 g: pure fat has 900 kcal; a little more is a rounded label. */
const MOST_GRAMS = 101;
const MOST_KCAL = 950;
/** Salt has 39 % of it. */
const MOST_SODIUM_GRAMS = 40;
/** Of the unit in which a nutrient is printed. Less is the noise of computing. */
const LEAST = 0.001;
/** Grams in one serving. */
const SERVING = { least: 0.1, most: 5000 };

const KJ_PER_KCAL = 4.184;
/** Grams of salt that a label of the European Union states for a gram of sodium (Regulation 1169/2011, annex I). */
const SALT_PER_SODIUM = 2.5;

const ESTIMATED = "values that Open Food Facts estimated, left out";
const IMPOSSIBLE = "values that no food can have, left out";
const NO_NUMBER = "values that are no numbers, left out";
const FROM_KJ = "calories converted from kJ";
const FROM_SALT = "sodium converted from salt";
const ODD_SERVING = "servings of an impossible weight: the values are for 100 g";

interface Serving {
	readonly servingSize: string | undefined;
	/** In grams or millilitres. */
	readonly servingQuantity: unknown;
}

interface ReadValue {
	/** `<`, `>`, `~`, or empty. */
	readonly modifier: string;
	/** Of the unit of the export: grams, kcal or kJ, in 100 g. */
	readonly amount: number;
}

/**
 * The nutrition panel from values per 100 g, converted to one serving if its weight is known; otherwise the panel is for 100 g or 100 ml and
 * says so. Their records have no percentages of the daily value. Undefined if there are no values.
 * @param values those of the nutrients, in 100 g @param remark called with each value that is left out or converted
 */
export function nutritionOf(
	values: Values,
	{ servingSize, servingQuantity }: Serving,
	remark: (text: string) => void,
): Record<string, unknown> | undefined {
	const read = (name: string, most: number) => readValue(values(name), most, remark);
	const converted = (value: ReadValue | undefined, factor: number, text: string) => {
		if (value) remark(text);
		return value && { ...value, amount: value.amount / factor };
	};
	const share = servingSize === undefined ? undefined : servingShare(servingQuantity, remark);
	const panel: Record<string, unknown> = {};
	for (const [field, { name, perGram, unit }] of NUTRIENTS) {
		const isSodium = field === "sodium";
		const value =
			read(name, isSodium ? MOST_SODIUM_GRAMS : MOST_GRAMS) ??
			(isSodium && values("sodium") === undefined
				? converted(read("salt", MOST_GRAMS), SALT_PER_SODIUM, FROM_SALT)
				: undefined);
		if (value === undefined) continue;
		if (value.amount > 0 && value.amount * perGram < LEAST) remark(IMPOSSIBLE);
		else panel[field] = { amount: `${printed(value, (share ?? 1) * perGram)} ${unit}` };
	}
	const energy =
		read("energy-kcal", MOST_KCAL) ??
		(values("energy-kcal") === undefined
			? converted(
					read(values("energy-kj") ? "energy-kj" : "energy", MOST_KCAL * KJ_PER_KCAL),
					KJ_PER_KCAL,
					FROM_KJ,
				)
			: undefined);
	if (energy !== undefined) panel.calories = printed(energy, share ?? 1);
	if (Object.keys(panel).length === 0) return undefined;
	return { serving_size: share === undefined ? "100 g or 100 ml" : servingSize, ...panel };
}

/** How many times 100 g a serving has; undefined where that is not known. */
function servingShare(quantity: unknown, remark: (text: string) => void): number | undefined {
	const grams = numberIn(quantity)?.amount;
	if (grams === undefined || grams === 0) return undefined;
	if (grams >= SERVING.least && grams <= SERVING.most) return grams / 100;
	remark(ODD_SERVING);
	return undefined;
}

/** @returns undefined where there is no value, or none that a label could have */
function readValue(
	given: ForeignValue | undefined,
	most: number,
	remark: (text: string) => void,
): ReadValue | undefined {
	if (given === undefined || given.modifier === "-") return undefined;
	const read = numberIn(given.value);
	if (given.source === "estimate") remark(ESTIMATED);
	else if (read === undefined) remark(NO_NUMBER);
	else if (read.amount < 0 || read.amount > most) remark(IMPOSSIBLE);
	else return { ...read, modifier: MODIFIERS.get(given.modifier as string) ?? read.modifier };
	return undefined;
}

const MODIFIERS: ReadonlyMap<string, string> = new Map([
	["<", "<"],
	["≤", "<"],
	[">", ">"],
	["≥", ">"],
	["~", "~"],
	["≈", "~"],
]);

/** The number in a value, which early exports write as a text such as `< 0.5` or `5,5`. */
function numberIn(value: unknown): ReadValue | undefined {
	if (typeof value === "number") return { modifier: "", amount: value };
	if (typeof value !== "string") return undefined;
	const [, modifier = "", number] = /^([<>~≤≥≈]?)\s*(-?[\d.,]+(?:e[+-]?\d+)?)$/i.exec(value.trim()) ?? [];
	const amount = Number(number?.replace(/^(-?\d+),(\d+)$/, "$1.$2"));
	return number === undefined || Number.isNaN(amount)
		? undefined
		: { modifier: MODIFIERS.get(modifier) ?? "", amount };
}

/** As a label prints it; three significant digits are more than it has. */
function printed({ modifier, amount }: ReadValue, factor: number): string {
	return `${modifier}${Number((amount * factor).toPrecision(3))}`;
}
