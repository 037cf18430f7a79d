import fc from "fast-check";
import { expect, test } from "vitest";
import { inFinalForm, wordsOf } from "./words.ts";

test.each([
	["Crème  Brûlée", ["creme", "brulee"]],
	["Kellogg's 1.5% Milk-Shake", ["kelloggs", "1", "5", "milk", "shake"]],
	["שׁוֹקוֹלָד", ["שוקולד"]],
	["חלום שמן", ["חלומ", "שמנ"]],
	['250 ק"ג', ["250", "קג"]],
	["קפה־נמס", ["קפה", "נמס"]],
	["Straße Ærø ŁÓDŹ", ["strasse", "aero", "lodz"]],
	["ﬁne ½ Ⅷ", ["fine", "1", "2", "viii"]],
	["𝒞ream 🍫", ["cream"]],
	[" -- ", []],
])("%s", (text, words) => {
	expect(wordsOf(text)).toEqual(words);
});

test.each([
	["שמנ", "שמן"],
	["מים", "מים"],
	["milk", "milk"],
])("%s is written %s", (word, written) => {
	expect(inFinalForm(word)).toBe(written);
});

const text = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string({ unit: fc.constantFrom(..."aÀß ם־\"'ִ1.½ﬁ") }),
);

test("splitting the words of a text again yields the same words", () => {
	fc.assert(
		fc.property(text, (given) => {
			const words = wordsOf(given);
			expect(wordsOf(words.join(" "))).toEqual(words);
		}),
	);
});

test("composed and decomposed accents (NFC and NFD) yield the same words", () => {
	fc.assert(
		fc.property(text, (given) => {
			expect(wordsOf(given.normalize("NFD"))).toEqual(wordsOf(given.normalize("NFC")));
		}),
	);
});

test("upper and lower case yield the same words", () => {
	const cased = fc.string({ unit: fc.constantFrom(..."aZàÉßœÆøŁıЖж ם־'1.½ﬁ") });
	fc.assert(
		fc.property(cased, (given) => {
			expect(wordsOf(given.toUpperCase())).toEqual(wordsOf(given));
			expect(wordsOf(given.toLowerCase())).toEqual(wordsOf(given));
		}),
	);
});

test("words sort the same by code units and by bytes", () => {
	fc.assert(
		fc.property(text, text, (one, other) => {
			const [left, right] = [wordsOf(one).join(" "), wordsOf(other).join(" ")];
			expect(left < right).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0);
		}),
	);
});
