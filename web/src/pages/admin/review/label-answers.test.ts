import { expect, test } from "vitest";
import { approvedFields, asDecided, textsOf, typedValue } from "./label-answers.ts";

const changes = [
	{ key: "nutrition.sodium", proposed: { amount: "340mg", dv: "15%" } },
	{ key: "nutrition.calories", proposed: "190" },
	{ key: "info.net_weight", proposed: "8 oz (227g)" },
];

test("what is right as it was read needs no fields", () => {
	expect(approvedFields(changes, undefined)).toBeUndefined();
	expect(approvedFields(changes, {})).toBeUndefined();
});

test("a value that is wrong is left out, and a corrected one takes its place", () => {
	const answers = {
		"nutrition.calories": { isRight: false },
		"info.net_weight": { corrected: "9 oz" },
	} as const;
	expect(approvedFields(changes, answers)).toEqual({
		nutrition: { sodium: { amount: "340mg", dv: "15%" } },
		info: { net_weight: "9 oz" },
	});
});

test("once it is decided, what was decided is shown", () => {
	expect(approvedFields(changes, asDecided(changes))).toEqual({
		nutrition: { sodium: { amount: "340mg", dv: "15%" }, calories: "190" },
		info: { net_weight: "8 oz (227g)" },
	});
});

test.each([["190"], [{ amount: "340mg", dv: null }], [["wheat", "soy"]]])(
	"%j is typed as texts, and back",
	(value) => {
		expect(typedValue(textsOf(value))).toEqual(value);
	},
);
