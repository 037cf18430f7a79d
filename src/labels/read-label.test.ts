import type { Page } from "@packshot/studio/label";
import { expect, test } from "vitest";
import { CERTAIN, readLabel } from "./read-label.ts";
import { AMERICAN, EUROPEAN, ISRAELI, pagesOf, SIDE_BY_SIDE, TWO_COLUMNS } from "./recorded.fixture.ts";

/** Labels as they were recognised, read. The labels were drawn for the measurement (studio/bench), so what they say is known. */

function read(pages: readonly Page[]) {
	const reading = readLabel(pages);
	if ("refused" in reading) throw new Error(reading.refused);
	return reading;
}
const valuesOf = (recorded: typeof AMERICAN) =>
	Object.fromEntries(read(pagesOf(recorded)).values.map(({ key, value }) => [key, value]));

test("an American panel: letters that were taken for digits are units again, and what is doubtful is not certain", () => {
	const { values } = read(pagesOf(AMERICAN));
	const sure = values.filter(({ certainty }) => certainty >= CERTAIN);
	expect(Object.fromEntries(sure.map(({ key, value }) => [key, value]))).toEqual({
		"nutrition.servings_per_container": "11",
		"nutrition.serving_size": "1 cup (52g)",
		"nutrition.calories": "210",
		"nutrition.total_fat": { amount: "10g", dv: "13%" },
		"nutrition.saturated_fat": { amount: "0.5g", dv: "3%" },
		"nutrition.trans_fat": { amount: "0g", dv: null },
		"nutrition.cholesterol": { amount: "25mg", dv: "8%" },
		"nutrition.sodium": { amount: "280mg", dv: "12%" },
		"nutrition.total_carbohydrate": { amount: "23g", dv: "8%" },
		"nutrition.dietary_fiber": { amount: "2g", dv: "7%" },
		"nutrition.total_sugars": { amount: "11g", dv: null },
		"nutrition.added_sugars": { amount: "0g", dv: "0%" },
		"nutrition.vitamin_d": { amount: "4mcg", dv: "20%" },
		"nutrition.calcium": { amount: "30mg", dv: "2%" },
		"nutrition.iron": { amount: "3.2mg", dv: "18%" },
		"nutrition.potassium": { amount: "170mg", dv: "4%" },
		"ingredients.ingredients_text":
			"SKIM MILK, CREAM, SUGAR, EGG YOLKS, NATURAL FLAVORS, GUAR GUM, CAROB BEAN GUM.",
		"ingredients.contains_statement": "CONTAINS: MILK, EGGS.",
		"ingredients.may_contain_statement": "MAY CONTAIN SOY.",
		"ingredients.allergens": ["milk", "eggs"],
		"info.manufacturer": "Stone Oven Co., Trenton, NJ 08608",
		"info.country_of_origin": "Italy",
		"info.net_weight": "9 oz (255g)",
	});
	// The 7 of `7g` was not recognised.
	expect(values.find(({ key }) => key === "nutrition.protein")?.certainty).toBeLessThan(CERTAIN);
});

test("each value says where in the picture it stands", () => {
	const calories = read(pagesOf(AMERICAN)).values.find(({ key }) => key === "nutrition.calories");
	const { x = 1, y = 1, width = 0, height = 0 } = calories?.piece ?? {};
	// Name and number are at both sides of one line.
	expect([x < 0.1, x + width > 0.9, y > 0.15, y + height < 0.3]).toEqual([true, true, true, true]);
});

test("of a panel for a serving and a container the serving is read", () => {
	expect(valuesOf(TWO_COLUMNS)).toMatchObject({
		"nutrition.calories": "330",
		"nutrition.sodium": { amount: "150mg", dv: "7%" },
		"nutrition.total_carbohydrate": { amount: "30g", dv: "11%" },
		"nutrition.protein": { amount: "10g", dv: null },
	});
});

test("a panel whose halves stand side by side is read in full", () => {
	expect(valuesOf(SIDE_BY_SIDE)).toMatchObject({
		"nutrition.total_fat": { amount: "13g", dv: "17%" },
		"nutrition.total_sugars": { amount: "4g", dv: null },
		"nutrition.trans_fat": { amount: "0g", dv: null },
		"nutrition.protein": { amount: "3g", dv: null },
		"nutrition.potassium": { amount: "380mg", dv: "8%" },
	});
});

test("a European panel is for 100 g, with its energy in kcal", () => {
	expect(valuesOf(EUROPEAN)).toMatchObject({
		"nutrition.serving_size": "100 g",
		"nutrition.calories": "370",
		"nutrition.total_carbohydrate": { amount: "44 g", dv: null },
		"info.net_weight": "375 g",
	});
});

test("a Hebrew label: units stand behind the names, rows go from right to left", () => {
	expect(valuesOf(ISRAELI)).toMatchObject({
		"nutrition.serving_size": "100 g",
		"nutrition.total_fat": { amount: "2 g", dv: null },
		"nutrition.sodium": { amount: "360 mg", dv: null },
		"ingredients.ingredients_text": "קמח חיטה, סוכר, שמן צמחי, אבקת קקאו, מלח, לציטין סויה.",
		"ingredients.may_contain_statement": "עלול להכיל: בוטנים ושומשום.",
		"info.net_weight": "300 גרם",
		"info.country_of_origin": "ישראל",
	});
});

/** A label that was recognised without any doubt, all in type of some height. */
function written(rows: readonly string[], typePx = 20): Page[] {
	const lines = rows.map((row, line) => {
		let x = 10;
		return row.split(" ").map((text) => {
			const x0 = x;
			x += (text.length + 1) * typePx * 0.6;
			const y0 = 10 + line * typePx * 1.4;
			return { text, confidence: 96, x0, x1: x - typePx * 0.6, y0, y1: y0 + typePx };
		});
	});
	return [{ width: 1000, height: 1000, lines }];
}
const certaintyOf = (rows: readonly string[], key: string) =>
	read(written(rows)).values.find((value) => value.key === key)?.certainty;

const PANEL = ["Calories 210", "Total Fat 10g 13%", "Total Carbohydrate 23g 8%", "Protein 7g"];

test("values that contradict one another are not suggested", () => {
	expect(certaintyOf(PANEL, "nutrition.total_fat")).toBeGreaterThanOrEqual(CERTAIN);
	// 13 % of the daily value are 10 g, not 19.
	const wrongAmount = PANEL.map((row) => row.replace("10g", "19g"));
	expect(certaintyOf(wrongAmount, "nutrition.total_fat")).toBeUndefined();
	// Of 910 kcal the three would be a quarter.
	const wrongEnergy = PANEL.map((row) => row.replace("210", "910"));
	expect(certaintyOf(wrongEnergy, "nutrition.calories")).toBeUndefined();
	// No part is more than the whole.
	expect(certaintyOf([...PANEL, "Total Sugars 40g"], "nutrition.total_sugars")).toBeUndefined();
});

test("an amount that contradicts the rest is suggested as it was probably printed, and never as certain", () => {
	const readOf = (rows: readonly string[], key: string) =>
		read(written(rows)).values.find((value) => value.key === key);
	// 11 % of the daily value are 1.9 mg: the point was not seen.
	expect(readOf([...PANEL, "Iron 19mg 11%"], "nutrition.iron")).toMatchObject({
		value: { amount: "1.9mg", dv: "11%" },
		certainty: 0.7,
	});
	// Of 23 g of carbohydrate no 59 g are sugar: half of the `g` was taken for a 9.
	expect(readOf([...PANEL, "Total Sugars 59g"], "nutrition.total_sugars")).toMatchObject({
		value: { amount: "5g", dv: null },
		certainty: 0.7,
	});
	const energyFits = PANEL.map((row) => row.replace("7g", "79g"));
	expect(readOf(energyFits, "nutrition.protein")?.value).toEqual({ amount: "7g", dv: null });
	// Vitamin A is no vitamin D, and the certain ones of a pair of weights say the same.
	expect(readOf([...PANEL, "Vitamin A 4%"], "nutrition.vitamin_d")).toBeUndefined();
	const weight = (words: string) => readOf([...PANEL, words], "info.net_weight");
	expect(weight("NET WT 1lb 3 oz (539g)")?.value).toBe("1 lb 3 oz (539g)");
	expect(weight("NET WT 12 fl oz (355 mL)")?.value).toBe("12 fl oz (355 mL)");
	expect(weight("NET WT 9 oz (355g)")?.certainty).toBeLessThan(CERTAIN);
	expect(weight("NET WT 9 oz (255)")?.certainty).toBeLessThan(CERTAIN);
});

test("kinds of fat, energy from fat, and the diets below a panel are not taken for its values", () => {
	const rows = [
		"Calories 210 Calories from Fat 90",
		...PANEL.slice(1),
		"Polyunsaturated Fat 3g",
		"Total Fat Less than 65g 80g",
	];
	const values = Object.fromEntries(read(written(rows)).values.map(({ key, value }) => [key, value]));
	expect(values["nutrition.total_fat"]).toEqual({ amount: "10g", dv: "13%" });
	expect(values["nutrition.calories"]).toBe("210");
});

test("an amount that is less than another is a value; what stands below the footnote, or in a sentence, is none", () => {
	const rows = [
		...PANEL,
		"Cholesterol Less than 5mg 2%",
		"28g total carbohydrate (15g sugars, 12g other carbohydrate)",
		"Percent Daily Values are based on a 2,000 calorie diet.",
		"Dietary Fiber 25g 30g",
	];
	const values = Object.fromEntries(read(written(rows)).values.map(({ key, value }) => [key, value]));
	expect(values["nutrition.cholesterol"]).toEqual({ amount: "<5mg", dv: "2%" });
	expect(Object.keys(values)).not.toContain("nutrition.dietary_fiber");
	expect(Object.keys(values)).not.toContain("nutrition.total_sugars");
});

test("what a label says of kosher is told in its words, and no certification is suggested", () => {
	const { kosher, values } = read(written([...PANEL, "Kosher Dairy"]));
	expect(kosher.map(({ text }) => text)).toEqual(["Kosher Dairy"]);
	expect(values.filter(({ key }) => key.startsWith("hechshers"))).toEqual([]);
});

test("print that is too small is refused, with its size", () => {
	expect(readLabel(written(PANEL, 7))).toEqual({
		refused:
			"the print is too small: its lines are 7 pixels high, and reading takes 10; photograph it closer",
	});
	expect(readLabel([{ width: 100, height: 100, lines: [] }])).toEqual({
		refused: "there is no print that can be read",
	});
});
