import { expect, test } from "vitest";
import { parseAmount } from "./parse-amount.ts";

test("an empty field is no bound, a zero is one", () => {
	expect(parseAmount("")).toBeNull();
	expect(parseAmount(0)).toBe(0);
	expect(parseAmount("0")).toBe(0);
});

test("amounts keep their decimals", () => {
	expect(parseAmount("12.0005")).toBe(12.0005);
});

test("half a number is none", () => {
	expect(parseAmount("-")).toBeNull();
});
