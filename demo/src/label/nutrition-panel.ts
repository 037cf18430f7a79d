import { NUTRIENTS, type NutrientName, type NutritionFacts } from "../catalogue/nutrition.ts";
import { rect, text, widthOf } from "./svg.ts";

/** The panel is laid out in its own units and scaled to fit. */
export const PANEL_WIDTH = 100;

const ROWS: Record<NutrientName, { label: string; indent: number; bold: boolean }> = {
	total_fat: { label: "Total Fat", indent: 0, bold: true },
	saturated_fat: { label: "Saturated Fat", indent: 6, bold: false },
	trans_fat: { label: "Trans Fat", indent: 6, bold: false },
	cholesterol: { label: "Cholesterol", indent: 0, bold: true },
	sodium: { label: "Sodium", indent: 0, bold: true },
	total_carbohydrate: { label: "Total Carbohydrate", indent: 0, bold: true },
	dietary_fiber: { label: "Dietary Fiber", indent: 6, bold: false },
	total_sugars: { label: "Total Sugars", indent: 6, bold: false },
	added_sugars: { label: "Added Sugars", indent: 12, bold: false },
	protein: { label: "Protein", indent: 0, bold: true },
	vitamin_d: { label: "Vitamin D", indent: 0, bold: false },
	calcium: { label: "Calcium", indent: 0, bold: false },
	iron: { label: "Iron", indent: 0, bold: false },
	potassium: { label: "Potassium", indent: 0, bold: false },
};

const INK = "#161616";
const ROW_HEIGHT = 8.6;

/** A Nutrition Facts panel in the arrangement of 21 CFR 101.9, 100 units wide. */
export function nutritionPanel(facts: NutritionFacts): { svg: string; height: number } {
	const rows = NUTRIENTS.filter((name) => facts[name].amount !== null);
	const lines: string[] = [
		text("Nutrition Facts", 4, 15, { size: 13.6, weight: 800, anchor: "start", maxWidth: 92, fill: INK }),
		rect(4, 18, 92, 0.5, INK),
		text(`${facts.servings_per_container} servings per container`, 4, 25, small("start")),
		text("Serving size", 4, 32.6, { ...small("start"), weight: 800, size: 6.6 }),
		text(facts.serving_size, 96, 32.6, { ...small("end"), weight: 800, size: 6.6, maxWidth: 46 }),
		rect(4, 35, 92, 4, INK),
		text("Calories", 4, 50.4, { size: 11, weight: 800, anchor: "start", fill: INK }),
		text(facts.calories, 96, 51, { size: 15, weight: 800, anchor: "end", fill: INK }),
		rect(4, 53.4, 92, 2, INK),
		text("% Daily Value*", 96, 61.2, { ...small("end"), weight: 800 }),
	];
	let y = 63.4;
	for (const name of rows) {
		const thick = name === "vitamin_d" ? 3 : 0.4;
		lines.push(rect(4, y, 92, thick, INK), row(name, facts, y + thick + ROW_HEIGHT * 0.72));
		y += thick + ROW_HEIGHT;
	}
	lines.push(
		rect(4, y, 92, 2, INK),
		text("* Percent Daily Values are based on a 2,000 calorie diet.", 4, y + 7.4, {
			...small("start"),
			size: 3.9,
			maxWidth: 92,
		}),
	);
	const height = y + 11;
	return {
		svg: rect(0, 0, PANEL_WIDTH, height, "#fff", { stroke: INK, strokeWidth: 1.1 }) + lines.join(""),
		height,
	};
}

function row(name: NutrientName, facts: NutritionFacts, baseline: number): string {
	const { label, indent, bold } = ROWS[name];
	const { amount, dv } = facts[name];
	const style = { size: 6, weight: bold ? 800 : 400 } as const;
	const labelled = text(label, 4 + indent, baseline, { ...style, anchor: "start", fill: INK });
	const wide = 6 + indent + widthOf(label, style);
	return (
		labelled +
		text(amount ?? "", wide, baseline, small("start")) +
		(dv === null ? "" : text(dv, 96, baseline, { ...small("end"), weight: 800 }))
	);
}

function small(anchor: "start" | "end"): {
	size: number;
	weight: 400;
	anchor: "start" | "end";
	fill: string;
} {
	return { size: 6, weight: 400, anchor, fill: INK };
}
