import { seeded } from "./photographs.ts";

/** Backs of packs whose values are known, drawn in the layouts that laws of America, Europe and Israel have. */

export const AMERICAN = ["vertical", "older", "dual", "side"] as const;
export const LAYOUTS = [...AMERICAN, "european", "israeli"] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Label {
	readonly svg: string;
	/** What it says, by field. */
	readonly truth: ReadonlyMap<string, unknown>;
}

const FONTS = [
	"Liberation Sans",
	"DejaVu Sans Condensed",
	"Liberation Sans Narrow",
	"Liberation Serif",
	"DejaVu Sans",
	"DejaVu Serif Condensed",
];
/** The only one with Hebrew letters that systems commonly have. */
const HEBREW_FONT = "DejaVu Sans";
/** By 21 CFR 101.9(c): today's, and until 2020. */
const DAILY = {
	total_fat: [78, 65],
	saturated_fat: [20, 20],
	cholesterol: [300, 300],
	sodium: [2300, 2400],
	total_carbohydrate: [275, 300],
	dietary_fiber: [28, 25],
	added_sugars: [50, 50],
	vitamin_d: [20, 20],
	calcium: [1300, 1000],
	iron: [18, 18],
	potassium: [4700, 3500],
} as const;
const MAKERS = [
	"Stone Oven Co., Trenton, NJ 08608",
	"Pine Valley Foods, Lakewood, NJ 08701",
	"Harbor Mills, Akron, OH 44308",
	"Golden Field Bakers Inc., Monsey, NY 10952",
];
const COUNTRIES = ["Italy", "Canada", "Israel", "Mexico", "Belgium"];
const SERVINGS = ["1 cup", "2/3 cup", "3 cookies", "2 tbsp", "1 slice", "1/4 pack"];
const LISTS = [
	["SUGAR, WHEAT FLOUR, PALM OIL, COCOA, SALT, SOY LECITHIN.", "CONTAINS: WHEAT, SOY.", ["wheat", "soy"]],
	[
		"SKIM MILK, CREAM, SUGAR, EGG YOLKS, NATURAL FLAVORS, GUAR GUM.",
		"CONTAINS: MILK, EGGS.",
		["milk", "eggs"],
	],
	["TOMATOES, WATER, ONIONS, OLIVE OIL, GARLIC, SEA SALT, BASIL.", "", []],
	["ROLLED OATS, HONEY, ALMONDS, CANOLA OIL, RAISINS, SALT.", "CONTAINS: ALMONDS.", ["almonds"]],
] as const;
const HEBREW_LISTS = [
	"קמח חיטה, סוכר, שמן צמחי, אבקת קקאו, מלח, לציטין סויה.",
	"עגבניות, מים, בצל, שמן זית, שום, מלח ים.",
];

export type Random = () => number;
const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const upTo = (random: Random, most: number, step = 1) => Math.round((random() * most) / step) * step;
const short = (amount: number) => String(Number(amount.toFixed(1)));

function amountsOf(random: Random) {
	const [fat, carbohydrate] = [upTo(random, 24), 4 + upTo(random, 44)];
	const sugars = upTo(random, carbohydrate / 2);
	return {
		total_fat: fat,
		saturated_fat: upTo(random, fat / 2, 0.5),
		trans_fat: 0,
		cholesterol: upTo(random, 60, 5),
		sodium: upTo(random, 900, 10),
		total_carbohydrate: carbohydrate,
		dietary_fiber: upTo(random, Math.min(8, carbohydrate - sugars)),
		total_sugars: sugars,
		added_sugars: upTo(random, sugars),
		protein: upTo(random, 18),
		vitamin_d: upTo(random, 5),
		calcium: upTo(random, 300, 10),
		iron: upTo(random, 6, 0.1),
		potassium: upTo(random, 600, 10),
	};
}
type Amounts = ReturnType<typeof amountsOf>;
type Nutrient = keyof Amounts;

/** Nutrient, name, unit, indent; null is the thick rule before the vitamins. */
const ROWS: readonly (readonly [Nutrient, string, string, number] | null)[] = [
	["total_fat", "Total Fat", "g", 0],
	["saturated_fat", "Saturated Fat", "g", 6],
	["trans_fat", "Trans Fat", "g", 6],
	["cholesterol", "Cholesterol", "mg", 0],
	["sodium", "Sodium", "mg", 0],
	["total_carbohydrate", "Total Carbohydrate", "g", 0],
	["dietary_fiber", "Dietary Fiber", "g", 6],
	["total_sugars", "Total Sugars", "g", 6],
	["added_sugars", "", "g", 12],
	["protein", "Protein", "g", 0],
	null,
	["vitamin_d", "Vitamin D", "mcg", 0],
	["calcium", "Calcium", "mg", 0],
	["iron", "Iron", "mg", 0],
	["potassium", "Potassium", "mg", 0],
];
const FOREIGN: readonly (readonly [Nutrient, string, string])[] = [
	["total_fat", "Fat", "שומנים (גרם)"],
	["saturated_fat", "of which saturates", "מתוכם שומן רווי (גרם)"],
	["total_carbohydrate", "Carbohydrate", "פחמימות (גרם)"],
	["total_sugars", "of which sugars", "מתוכן סוכרים (גרם)"],
	["dietary_fiber", "Fibre", "סיבים תזונתיים (גרם)"],
	["protein", "Protein", "חלבונים (גרם)"],
	["sodium", "Salt", 'נתרן (מ"ג)'],
];

interface LineStyle {
	readonly isBold?: boolean;
	readonly indent?: number;
	readonly end?: string;
	readonly cells?: readonly (readonly [x: number, words: string])[];
}

/** A label that grows downwards, in points. */
class Sheet {
	readonly truth = new Map<string, unknown>();
	private readonly drawings: string[] = [];
	private y = 0;
	left = 8;
	right: number;
	readonly width: number;
	private readonly isRightToLeft: boolean;
	constructor(width: number, isRightToLeft: boolean) {
		this.width = width;
		this.isRightToLeft = isRightToLeft;
		this.right = width - 8;
	}

	line(down: number, size: number, words: string, style: LineStyle = {}): void {
		this.y += down;
		const { isBold = false, indent = 0, end = "", cells = [] } = style;
		const look = `y="${this.y}" font-size="${size}"${isBold ? ' font-weight="bold"' : ""}`;
		const text = (x: number, anchor: string, said: string) =>
			said !== "" && this.drawings.push(`<text x="${x}" text-anchor="${anchor}" ${look}>${said}</text>`);
		if (this.isRightToLeft) {
			this.drawings.push(`<text x="${this.right - indent}" direction="rtl" ${look}>${words}</text>`);
			text(this.left, "start", end);
		} else {
			text(this.left + indent, "start", words);
			text(this.right, "end", end);
		}
		for (const [x, said] of cells) text(this.left + x, "end", said);
	}
	rule(thick: number, space = 0): void {
		const width = this.right - this.left;
		this.drawings.push(`<rect x="${this.left}" y="${this.y + 2.6}" width="${width}" height="${thick}"/>`);
		this.y += space;
	}
	/** Goes on at this height, in another column. */
	column(left: number, right: number, y: number): number {
		const before = this.y;
		[this.left, this.right, this.y] = [left, right, y];
		return before;
	}
	svg(font: string): string {
		const height = Math.ceil(this.y + 8);
		// Without a unit: a renderer that is told the resolution would scale points twice.
		const size = `viewBox="0 0 ${this.width} ${height}" width="${this.width}" height="${height}"`;
		return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}"><rect width="100%" height="100%" fill="#fff"/>${this.drawings.join("")}</svg>`;
	}
}

function wrapped(words: string, most: number): string[] {
	const lines = [""];
	for (const word of words.split(" ")) {
		const last = lines.pop() ?? "";
		lines.push(...(last.length + word.length < most ? [`${last} ${word}`.trim()] : [last, word]));
	}
	return lines;
}

function percentOf(key: Nutrient, amount: number, isOlder = false): string | null {
	const daily = key in DAILY ? DAILY[key as keyof typeof DAILY] : undefined;
	return daily ? `${Math.round((amount / daily[isOlder ? 1 : 0]) * 100)}%` : null;
}

function servingOf(sheet: Sheet, random: Random): { servings: string; serving: string } {
	const serving = `${pick(random, SERVINGS)} (${20 + upTo(random, 60)}g)`;
	const servings = `${random() < 0.3 ? "about " : ""}${2 + upTo(random, 14)}`;
	sheet.truth.set("nutrition.servings_per_container", servings);
	sheet.truth.set("nutrition.serving_size", serving);
	return { servings, serving };
}

function caloriesOf({ total_fat, total_carbohydrate, protein }: Amounts): number {
	return Math.round((9 * total_fat + 4 * (total_carbohydrate + protein)) / 10) * 10;
}

/** Today's panel. @param isDual with a second column for the whole pack */
function panelOfToday(sheet: Sheet, random: Random, isDual: boolean): void {
	const amounts = amountsOf(random);
	const { servings, serving } = servingOf(sheet, random);
	const calories = caloriesOf(amounts);
	const times = Number(servings.replace("about ", ""));
	sheet.truth.set("nutrition.calories", String(calories));
	sheet.line(20, 21, "Nutrition Facts", { isBold: true });
	sheet.line(10, 7.6, `${servings} servings per container`);
	sheet.line(10, 7.6, "Serving size", { isBold: true, end: serving });
	sheet.rule(4);
	if (isDual) sheet.line(13, 6.2, "", { cells: [[145, "Per serving"]], end: "Per container" });
	const cells = isDual ? ([[140, String(calories)]] as const) : [];
	const end = String(isDual ? calories * times : calories);
	sheet.line(isDual ? 15 : 21, 15, "Calories", { isBold: true, end, cells });
	sheet.rule(2, 2);
	for (const row of ROWS) {
		if (row === null) sheet.rule(4, 4.5);
		else nutrientRow(sheet, row, amounts, isDual ? times : undefined);
	}
}

function nutrientRow(
	sheet: Sheet,
	[key, name, unit, indent]: readonly [Nutrient, string, string, number],
	amounts: Amounts,
	times?: number,
): void {
	const amount = `${short(amounts[key])}${unit}`;
	const dv = percentOf(key, amounts[key]);
	sheet.truth.set(`nutrition.${key}`, { amount, dv });
	if (times === undefined) {
		const said = key === "added_sugars" ? `Includes ${amount} Added Sugars` : `${name} ${amount}`;
		sheet.line(9.4, 7.4, said, { indent, end: dv ?? "" });
	} else {
		const cells = [
			[120, amount],
			[142, dv ?? ""],
			[185, `${short(amounts[key] * times)}${unit}`],
		] as const;
		const said = key === "added_sugars" ? "Incl. Added Sugars" : name;
		sheet.line(9.4, 7.4, said, { indent, cells, end: percentOf(key, amounts[key] * times) ?? "" });
	}
	sheet.rule(0.4);
}

/** The panel until 2020: vitamins in percent alone, and the diets below it. */
function olderPanel(sheet: Sheet, random: Random): void {
	const amounts = amountsOf(random);
	const { servings, serving } = servingOf(sheet, random);
	const calories = String(caloriesOf(amounts));
	sheet.truth.set("nutrition.calories", calories);
	sheet.line(20, 21, "Nutrition Facts", { isBold: true });
	sheet.line(10, 7.6, `Serving Size ${serving}`);
	sheet.line(10, 7.6, `Servings Per Container ${servings}`);
	sheet.rule(4, 3);
	sheet.line(9, 6.2, "Amount Per Serving", { isBold: true });
	sheet.line(9.4, 7.4, `Calories ${calories}`, { end: `Calories from Fat ${amounts.total_fat * 9}` });
	sheet.rule(2, 2);
	sheet.line(8, 6.2, "", { isBold: true, end: "% Daily Value*" });
	for (const row of ROWS.slice(0, 10)) {
		if (row === null || row[0] === "added_sugars") continue;
		const [key, name, unit, indent] = row;
		const amount = `${short(amounts[key])}${unit}`;
		const dv = percentOf(key, amounts[key], true);
		sheet.truth.set(`nutrition.${key}`, { amount, dv });
		const said = key === "total_sugars" ? "Sugars" : name;
		sheet.line(9.4, 7.4, `${said} ${amount}`, { indent, end: dv ?? "" });
		sheet.rule(0.4);
	}
	sheet.rule(4, 4.5);
	const [calcium, iron] = [`${upTo(random, 30, 2)}%`, `${upTo(random, 30, 2)}%`];
	sheet.truth.set("nutrition.calcium", { amount: null, dv: calcium });
	sheet.truth.set("nutrition.iron", { amount: null, dv: iron });
	sheet.line(9.4, 7.4, `Vitamin A ${upTo(random, 20, 2)}%`, { end: `Vitamin C ${upTo(random, 20, 2)}%` });
	sheet.line(9.4, 7.4, `Calcium ${calcium}`, { end: `Iron ${iron}` });
	sheet.rule(0.4);
	sheet.line(8, 6, "*Percent Daily Values are based on a 2,000 calorie diet.");
	sheet.line(8, 6, "Total Fat", { cells: [[80, "Less than"]], end: "65g    80g" });
	sheet.line(7, 6, "Sodium", { cells: [[80, "Less than"]], end: "2,400mg    2,400mg" });
}

/** Today's panel in two halves side by side, as on flat packs. */
function sidePanel(sheet: Sheet, random: Random): void {
	const amounts = amountsOf(random);
	const { servings, serving } = servingOf(sheet, random);
	const calories = String(caloriesOf(amounts));
	sheet.truth.set("nutrition.calories", calories);
	const middle = sheet.width / 2;
	sheet.line(20, 21, "Nutrition Facts", { isBold: true });
	sheet.line(10, 7.6, `${servings} servings per container`);
	sheet.line(10, 7.6, "Serving size", { isBold: true, end: serving });
	sheet.line(19, 15, "Calories", { isBold: true, end: calories });
	sheet.rule(4, 5);
	const top = sheet.column(8, middle - 6, 0);
	sheet.column(8, middle - 6, top);
	for (const row of ROWS.slice(0, 5)) if (row) nutrientRow(sheet, row, amounts);
	const bottom = sheet.column(middle + 6, sheet.width - 8, top);
	for (const row of ROWS.slice(5, 10)) if (row) nutrientRow(sheet, row, amounts);
	sheet.column(8, middle - 6, bottom);
	sheet.rule(3, 4);
	const below = sheet.column(8, middle - 6, bottom + 4);
	for (const row of ROWS.slice(11, 13)) if (row) nutrientRow(sheet, row, amounts);
	sheet.column(middle + 6, sheet.width - 8, below);
	for (const row of ROWS.slice(13)) if (row) nutrientRow(sheet, row, amounts);
	sheet.left = 8;
}

function foreignPanel(sheet: Sheet, random: Random, isHebrew: boolean): void {
	const amounts = amountsOf(random);
	const kcal = caloriesOf(amounts);
	sheet.truth.set("nutrition.serving_size", "100 g");
	sheet.truth.set("nutrition.calories", String(kcal));
	if (isHebrew) {
		sheet.line(16, 9, "סימון תזונתי", { isBold: true });
		sheet.line(11, 7.4, "ערכים תזונתיים ל-100 גרם", { isBold: true });
		sheet.rule(1);
		sheet.line(10, 7.4, "אנרגיה (קלוריות)", { end: String(kcal) });
	} else {
		sheet.line(16, 9, "Nutrition declaration", { isBold: true, end: "per 100 g" });
		sheet.rule(1);
		sheet.line(10, 7.4, "Energy", { end: `${Math.round(kcal * 4.184)} kJ / ${kcal} kcal` });
	}
	for (const [key, name, hebrew] of FOREIGN) {
		sheet.rule(0.4);
		const isSodium = key === "sodium";
		const printed = isSodium && !isHebrew ? short(amounts.sodium / 400) : short(amounts[key]);
		const amount = isSodium ? `${isHebrew ? printed : Math.round(Number(printed) * 400)} mg` : `${printed} g`;
		sheet.truth.set(`nutrition.${key}`, { amount, dv: null });
		sheet.line(9.4, 7.4, isHebrew ? hebrew : name, { end: isHebrew ? printed : `${printed} g` });
	}
	sheet.rule(1, 4);
}

function weightOf(random: Random, isMetric: boolean): string {
	if (isMetric) return `${50 + upTo(random, 900, 5)} g`;
	const ounces = 4 + upTo(random, 20);
	const kind = random();
	if (kind < 0.15) return `${ounces} fl oz (${Math.round(ounces * 29.57)} mL)`;
	if (kind < 0.3) return `1 lb ${ounces % 16} oz (${Math.round((16 + (ounces % 16)) * 28.35)}g)`;
	return `${ounces} oz (${Math.round(ounces * 28.35)}g)`;
}

function statements(sheet: Sheet, random: Random, isMetric: boolean): void {
	const { truth } = sheet;
	const [list, contains, allergens] = pick(random, LISTS);
	const maker = pick(random, MAKERS);
	const weight = weightOf(random, isMetric);
	truth.set("ingredients.ingredients_text", list);
	sheet.line(4, 6, "");
	for (const words of wrapped(`INGREDIENTS: ${list}`, (sheet.width - 16) / 3.9)) sheet.line(7.4, 6.2, words);
	if (contains !== "") {
		truth.set("ingredients.contains_statement", contains);
		truth.set("ingredients.allergens", [...allergens]);
		sheet.line(8.4, 6.2, contains, { isBold: true });
	}
	if (random() < 0.5) {
		truth.set("ingredients.may_contain_statement", "MAY CONTAIN SESAME.");
		sheet.line(8.4, 6.2, "MAY CONTAIN SESAME.", { isBold: true });
	}
	truth.set("info.manufacturer", maker);
	sheet.line(9, 6, `Manufactured by: ${maker}`);
	if (random() < 0.5) {
		const country = pick(random, COUNTRIES);
		truth.set("info.country_of_origin", country);
		sheet.line(9, 6.2, `Product of ${country}`);
	}
	truth.set("info.net_weight", weight);
	sheet.line(10, 7, isMetric ? `Net weight: ${weight}` : `NET WT ${weight}`, { isBold: true });
}

function hebrewStatements(sheet: Sheet, random: Random): void {
	const { truth } = sheet;
	const list = pick(random, HEBREW_LISTS);
	const weight = `${50 + upTo(random, 900, 5)} גרם`;
	truth.set("ingredients.ingredients_text", list);
	for (const words of wrapped(`רכיבים: ${list}`, 40)) sheet.line(8.4, 7, words);
	truth.set("ingredients.may_contain_statement", "עלול להכיל: בוטנים ושומשום.");
	sheet.line(9.4, 7, "עלול להכיל: בוטנים ושומשום.", { isBold: true });
	truth.set("info.country_of_origin", "ישראל");
	sheet.line(9.4, 7, "ארץ ייצור: ישראל");
	truth.set("info.net_weight", weight);
	sheet.line(10, 7.4, `משקל נקי: ${weight}`, { isBold: true });
	sheet.line(9.4, 7, "כשר פרווה בהשגחת הרבנות");
}

export function drawnLabel(seed: number, layout: Layout): Label {
	const random = seeded(seed);
	const isHebrew = layout === "israeli";
	const width = { vertical: 180, older: 180, dual: 235, side: 300, european: 190, israeli: 190 }[layout];
	const sheet = new Sheet(width, isHebrew);
	if (layout === "older") olderPanel(sheet, random);
	else if (layout === "side") sidePanel(sheet, random);
	else if (layout === "european" || isHebrew) foreignPanel(sheet, random, isHebrew);
	else panelOfToday(sheet, random, layout === "dual");
	if (isHebrew) hebrewStatements(sheet, random);
	else statements(sheet, random, layout === "european");
	const { truth } = sheet;
	return { svg: sheet.svg(isHebrew ? HEBREW_FONT : pick(random, FONTS)), truth };
}
