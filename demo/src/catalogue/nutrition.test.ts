import { describe, expect, it } from "vitest";
import { nutritionFacts } from "./nutrition.ts";

describe("a nutrition panel", () => {
	const facts = nutritionFacts("about 8", "6 crackers (30g)", 130, {
		total_fat: 4.5,
		sodium: 210,
		dietary_fiber: 0.3,
		protein: 3,
	});

	it("prints amounts with their unit and percent daily value", () => {
		expect(facts.total_fat).toEqual({ amount: "4.5g", dv: "6%" });
		expect(facts.sodium).toEqual({ amount: "210mg", dv: "9%" });
	});

	it("prints no daily value for nutrients without a reference", () => {
		expect(facts.protein).toEqual({ amount: "3g", dv: null });
	});

	it("prints traces as less than a gram", () => expect(facts.dietary_fiber.amount).toBe("<1g"));

	it("leaves the amount and daily value of unmeasured nutrients null", () =>
		expect(facts.iron).toEqual({ amount: null, dv: null }));

	it("keeps servings, serving size and calories as given", () => {
		expect(facts).toMatchObject({
			servings_per_container: "about 8",
			serving_size: "6 crackers (30g)",
			calories: "130",
		});
	});
});
