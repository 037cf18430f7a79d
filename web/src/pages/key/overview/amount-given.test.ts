import { expect, test } from "vitest";
import { amountGiven } from "./amount-given.ts";

test("an empty field is no bound, a zero is one", () => {
	expect(amountGiven("")).toBeNull();
	expect(amountGiven(0)).toBe(0);
	expect(amountGiven("0")).toBe(0);
});

test("amounts keep their decimals", () => {
	expect(amountGiven("12.0005")).toBe(12.0005);
});

test("half a number is none", () => {
	expect(amountGiven("-")).toBeNull();
});
