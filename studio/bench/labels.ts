import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { CERTAIN, readLabel } from "../../src/labels/read-label.ts";
import { recognise } from "../src/label/index.ts";
import { seeded } from "./photographs.ts";

/**
 * How well labels are read: `tsx studio/bench/labels.ts [HOW_MANY] [DPI] [flat|curved|glare] [FOLDER]` draws American labels whose values are known, as a camera
 * sees them at this resolution, and compares what is read of them. Half a minute a label. Labels with wrong values go to the folder.
 */
const [howMany = "10", dpi = "300", shape = "flat", folder] = process.argv.slice(2);

const FONTS = ["Liberation Sans", "DejaVu Sans Condensed", "Liberation Sans Narrow", "Liberation Serif"];
/** By 21 CFR 101.9(c). */
const DAILY = {
	total_fat: 78,
	saturated_fat: 20,
	cholesterol: 300,
	sodium: 2300,
	total_carbohydrate: 275,
	dietary_fiber: 28,
	added_sugars: 50,
	vitamin_d: 20,
	calcium: 1300,
	iron: 18,
	potassium: 4700,
} as const;
const MAKERS = [
	"Stone Oven Co., Trenton, NJ 08608",
	"Pine Valley Foods, Lakewood, NJ 08701",
	"Harbor Mills, Akron, OH 44308",
];
const LISTS = [
	["SUGAR, WHEAT FLOUR, PALM OIL, COCOA, SALT, SOY LECITHIN.", "CONTAINS: WHEAT, SOY.", ["wheat", "soy"]],
	[
		"SKIM MILK, CREAM, SUGAR, EGG YOLKS, NATURAL FLAVORS, GUAR GUM.",
		"CONTAINS: MILK, EGGS.",
		["milk", "eggs"],
	],
	["TOMATOES, WATER, ONIONS, OLIVE OIL, GARLIC, SEA SALT, BASIL.", "", []],
] as const;

interface Label {
	readonly svg: string;
	/** What it says, by field. */
	readonly truth: ReadonlyMap<string, unknown>;
}

/** Two and a half inches wide, in points. */
const WIDTH = 180;
const HEIGHT = 262;

type Random = () => number;

const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const upTo = (random: Random, most: number, step = 1) => Math.round((random() * most) / step) * step;

/** Amounts of nutrients as a panel may have them. */
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

/** Rows of the panel: nutrient, name, unit, indent; null is the thick rule before the vitamins. */
const ROWS = [
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
] as const;

function drawn(random: Random): Label {
	const amounts = amountsOf(random);
	const { total_fat, total_carbohydrate, protein } = amounts;
	const calories = String(Math.round((9 * total_fat + 4 * (total_carbohydrate + protein)) / 10) * 10);
	const serving = `1 cup (${20 + upTo(random, 60)}g)`;
	const servings = String(2 + upTo(random, 14));
	const ounces = 4 + upTo(random, 20);
	const weight = `${ounces} oz (${Math.round(ounces * 28.35)}g)`;
	const [list, contains, allergens] = pick(random, LISTS);
	const maker = pick(random, MAKERS);
	const truth = new Map<string, unknown>([
		["nutrition.calories", calories],
		["nutrition.servings_per_container", servings],
		["nutrition.serving_size", serving],
		["ingredients.ingredients_text", list],
		["info.manufacturer", maker],
		["info.net_weight", weight],
	]);
	if (contains !== "") {
		truth.set("ingredients.contains_statement", contains);
		truth.set("ingredients.allergens", [...allergens]);
	}
	const sheet = sheetOf();
	sheet.line(20, 21, "Nutrition Facts", { isBold: true });
	sheet.line(10, 7.6, `${servings} servings per container`);
	sheet.line(10, 7.6, "Serving size", { isBold: true, end: serving });
	sheet.rule(4);
	sheet.line(21, 15, "Calories", { isBold: true, end: calories });
	sheet.rule(2, 2);
	for (const row of ROWS) {
		if (row === null) {
			sheet.rule(4, 4.5);
			continue;
		}
		const [key, name, unit, indent] = row;
		const amount = `${Number(amounts[key].toFixed(1))}${unit}`;
		const daily = key in DAILY ? DAILY[key as keyof typeof DAILY] : undefined;
		const dv = daily === undefined ? null : `${Math.round((amounts[key] / daily) * 100)}%`;
		truth.set(`nutrition.${key}`, { amount, dv });
		const said = key === "added_sugars" ? `Includes ${amount} Added Sugars` : `${name} ${amount}`;
		sheet.line(9.4, 7.4, said, { indent, end: dv ?? "" });
		sheet.rule(0.4);
	}
	sheet.line(4, 6, "");
	for (const words of wrapped(`INGREDIENTS: ${list}`, 44)) sheet.line(7.4, 6.2, words);
	if (contains !== "") sheet.line(8.4, 6.2, contains, { isBold: true });
	sheet.line(8.8, 6, `Manufactured by: ${maker}`);
	sheet.line(9.6, 7, `NET WT ${weight}`, { isBold: true });
	return { svg: sheet.svg(pick(random, FONTS)), truth };
}

interface LineStyle {
	readonly isBold?: boolean;
	readonly indent?: number;
	/** At the right margin. */
	readonly end?: string;
}

/** A label that grows downwards, in points. */
function sheetOf() {
	const drawings: string[] = [];
	let y = 0;
	return {
		line(
			down: number,
			size: number,
			words: string,
			{ isBold = false, indent = 0, end = "" }: LineStyle = {},
		) {
			y += down;
			const style = `y="${y}" font-size="${size}"${isBold ? ' font-weight="bold"' : ""}`;
			drawings.push(`<text x="${8 + indent}" ${style}>${words}</text>`);
			drawings.push(`<text x="${WIDTH - 8}" text-anchor="end" ${style}>${end}</text>`);
		},
		rule(thick: number, space = 0) {
			drawings.push(`<rect x="8" y="${y + 2.6}" width="${WIDTH - 16}" height="${thick}"/>`);
			y += space;
		},
		svg: (font: string) =>
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}pt" height="${HEIGHT}pt" font-family="${font}"><rect width="100%" height="100%" fill="#fff"/>${drawings.join("")}</svg>`,
	};
}

function wrapped(words: string, most: number): string[] {
	const lines = [""];
	for (const word of words.split(" ")) {
		const last = lines.pop() ?? "";
		lines.push(...(last.length + word.length < most ? [`${last} ${word}`.trim()] : [last, word]));
	}
	return lines;
}

/** As a camera sees it: around a jar, or with a lamp mirrored in it; a little blurred, with noise, as JPEG. */
async function photographed(svg: string, random: () => number): Promise<Buffer> {
	const { data, info } = await sharp(Buffer.from(svg), { density: Number(dpi) })
		.greyscale()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	const seen = Buffer.alloc(data.length);
	const [lampX, lampY] = [random() * width, random() * height];
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			// Of a jar seventy degrees are seen to each side.
			const across = (2 * x) / width - 1;
			const from =
				shape === "curved" ? ((Math.asin(across * Math.sin(1.22)) / 1.22 + 1) / 2) * (width - 1) : x;
			const glare =
				shape === "glare" ? 130 * Math.exp(-(((x - lampX) ** 2 + (y - lampY) ** 2) / (width / 4) ** 2)) : 0;
			const noise = (random() + random() + random() - 1.5) * 8;
			const paper = 0.86 * (data[y * width + Math.round(from)] ?? 0) + 24;
			seen[y * width + x] = Math.min(255, Math.max(0, paper + glare + noise));
		}
	return sharp(seen, { raw: { width, height, channels: 1 } })
		.blur(0.6)
		.jpeg({ quality: 88 })
		.toBuffer();
}

const told = { right: 0, wrong: 0, missing: 0, certain: 0, certainWrong: 0, refused: 0 };
const started = performance.now();
for (let at = 0; at < Number(howMany); at++) {
	const random = seeded(at + 1);
	const { svg, truth } = drawn(random);
	const jpeg = await photographed(svg, random);
	const reading = readLabel(await recognise(jpeg));
	if ("refused" in reading) {
		told.refused++;
		console.log(at, reading.refused);
		continue;
	}
	const read = new Map(reading.values.map((value) => [value.key, value]));
	const faults: string[] = [];
	for (const [key, expected] of truth) {
		const found = read.get(key);
		if (!found) told.missing++;
		const isRight = JSON.stringify(found?.value) === JSON.stringify(expected);
		if (found && isRight) told.right++;
		if (found && !isRight) told.wrong++;
		if (found && found.certainty >= CERTAIN) told.certain++;
		if (found && !isRight && found.certainty >= CERTAIN) told.certainWrong++;
		if (!isRight)
			faults.push(
				`${key}: ${JSON.stringify(found?.value)} (${found?.certainty.toFixed(2)}) for ${JSON.stringify(expected)}`,
			);
	}
	console.log(at, `${truth.size - faults.length} of ${truth.size}`, faults.join("; "));
	if (folder !== undefined && faults.length > 0) writeFileSync(`${folder}/label-${at}.jpg`, jpeg);
}
const { right, wrong, missing } = told;
const [precision, recall] = [right / (right + wrong || 1), right / (right + wrong + missing || 1)];
console.log({
	dpi,
	shape,
	...told,
	precision,
	recall,
	f1: (2 * precision * recall) / (precision + recall || 1),
});
console.log(`${((performance.now() - started) / 1000 / Number(howMany)).toFixed(1)} s a label`);
