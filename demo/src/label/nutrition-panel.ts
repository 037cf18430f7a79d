import { NUTRIENTS, type NutrientName, type NutritionFacts } from "../catalogue/nutrition.ts";
import { rect, type TextStyle, text, widthOf } from "./svg.ts";

/** The panel is laid out in its own units and scaled to fit. */
export const PANEL_WIDTH = 100;

/** Nutrients that are part of the one above them, and how deep; those of the first rank, but for vitamins and minerals, are bold. */
const INDENTED: Partial<Record<NutrientName, number>> = {
	saturated_fat: 6,
	trans_fat: 6,
	dietary_fiber: 6,
	total_sugars: 6,
	added_sugars: 12,
};
const LIGHT: readonly NutrientName[] = ["vitamin_d", "calcium", "iron", "potassium"];

const ROW_HEIGHT = 8.6;
const INK = { fill: "#161616" };
const LEFT = { ...INK, size: 6, anchor: "start" } as const;
const RIGHT = { ...INK, size: 6, anchor: "end", weight: 800 } as const;

/** A Nutrition Facts panel in the arrangement of 21 CFR 101.9, 100 units wide. */
export function nutritionPanel(facts: NutritionFacts): { svg: string; height: number } {
	const rule = (y: number, thickness: number) => rect(4, y, 92, thickness, INK.fill);
	let y = 63.4;
	const rows = NUTRIENTS.filter((name) => facts[name].amount !== null).map((name) => {
		const thickness = name === "vitamin_d" ? 3 : 0.4;
		const line = rule(y, thickness);
		y += thickness + ROW_HEIGHT;
		return line + row(name, facts, y - ROW_HEIGHT * 0.28);
	});
	const height = y + 11;
	const note = "* Percent Daily Values are based on a 2,000 calorie diet.";
	const svg = [
		rect(0, 0, PANEL_WIDTH, height, "#fff", { stroke: INK.fill, strokeWidth: 1.1 }),
		text("Nutrition Facts", 4, 15, { ...LEFT, size: 13.6, weight: 800, maxWidth: 92 }),
		rule(18, 0.5),
		text(`${facts.servings_per_container} servings per container`, 4, 25, LEFT),
		text("Serving size", 4, 32.6, { ...LEFT, weight: 800, size: 6.6 }),
		text(facts.serving_size, 96, 32.6, { ...RIGHT, size: 6.6, maxWidth: 46 }),
		rule(35, 4),
		text("Calories", 4, 50.4, { ...LEFT, size: 11, weight: 800 }),
		text(facts.calories, 96, 51, { ...RIGHT, size: 15 }),
		rule(53.4, 2),
		text("% Daily Value*", 96, 61.2, RIGHT),
		...rows,
		rule(y, 2),
		text(note, 4, y + 7.4, { ...LEFT, size: 3.9, maxWidth: 92 }),
	];
	return { svg: svg.join(""), height };
}

function row(name: NutrientName, facts: NutritionFacts, baseline: number): string {
	const indent = INDENTED[name] ?? 0;
	const label = name.replace(/(^|_)(.)/g, (_, gap, letter) => (gap ? " " : "") + letter.toUpperCase());
	const style: TextStyle = { ...LEFT, weight: indent > 0 || LIGHT.includes(name) ? 400 : 800 };
	const { amount, dv } = facts[name];
	return (
		text(label, 4 + indent, baseline, style) +
		text(amount ?? "", 6 + indent + widthOf(label, style), baseline, LEFT) +
		text(dv ?? "", 96, baseline, RIGHT)
	);
}
