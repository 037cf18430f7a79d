import { expect, test } from "vitest";
import { textNumber } from "./text-number.ts";

test("a text always has the same number, since stored rows depend on it", () => {
	// The first 12 hexadecimal digits of the SHA-256 of "" and of "studio".
	expect(textNumber("")).toBe(0xe3b0c44298fc);
	expect(textNumber("studio")).toBe(0xda0daaba4b15);
});

test("texts that differ in case, spaces or accents have different numbers", () => {
	const texts = ["Elite", "elite", "Elite ", "Élite", "E\u0301lite", "עלית"];
	expect(new Set(texts.map(textNumber)).size).toBe(texts.length);
});

test("numbers are exact in JavaScript and in both databases", () => {
	for (let i = 0; i < 1000; i++) {
		const number = textNumber(String(i));
		expect(Number.isSafeInteger(number) && number >= 0 && number < 2 ** 48).toBe(true);
	}
});
