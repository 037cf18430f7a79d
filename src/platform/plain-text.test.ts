import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	isUnstorable,
	plainTextProblem,
	printableJson,
	printableLines,
	printableText,
} from "./plain-text.ts";

const HOSTILE = [
	["NUL", "a\0b", "U+0000"],
	["a terminal escape", "a\u001b[2Jb", "U+001B"],
	["a C1 control", "a\u009b2Jb", "U+009B"],
	["a line break", "a\nb", "U+000A"],
	["a tab", "a\tb", "U+0009"],
	["DEL", "a\u007fb", "U+007F"],
	["a bidirectional override", "a\u202eb", "U+202E"],
	["a bidirectional isolate", "a\u2066b", "U+2066"],
	["a direction mark", "a\u200fb", "U+200F"],
	["a line separator", "a\u2028b", "U+2028"],
	["a tag character", "a\u{e0041}b", "U+E0041"],
	["half a surrogate pair", "a\ud800b", "U+D800"],
] as const;

describe.each(HOSTILE)("%s", (_what, text, codePoint) => {
	test("is rejected in a name, naming its code point", () => {
		expect(plainTextProblem(text)).toContain(codePoint);
	});
	test("is escaped for a terminal", () => {
		expect(printableText(text)).toMatch(/^a[\x20-\x7e]*b$/);
		expect(printableText(text)).toContain("\\u");
	});
});

test.each(["Corner shop", "חנות הפינה", "Épicerie „Zum Löwen“", "商店 🛒", "می‌خواهم"])(
	"accepts %s as a name and shows it unchanged, except for joiners",
	(name) => {
		expect(plainTextProblem(name)).toBeUndefined();
		expect(printableText(name).replaceAll("\\u200c", "\u200c")).toBe(name);
	},
);

test("a note may have line breaks, and no other control characters", () => {
	expect(plainTextProblem("invoice 7\r\nspring\n", { multiline: true })).toBeUndefined();
	expect(plainTextProblem("invoice 7\rforged", { multiline: true })).toContain("U+000D");
	expect(plainTextProblem("invoice\t7", { multiline: true })).toContain("U+0009");
});

test("only NUL and broken Unicode cannot be stored", () => {
	expect(["a\0", "\ud83d", "\udc00a"].map(isUnstorable)).toEqual([true, true, true]);
	expect(["", "a", "😀", "\u001b"].map(isUnstorable)).toEqual([false, false, false, false]);
});

test("keeps line breaks and escapes control characters within lines", () => {
	expect(printableLines("one\ntwo\u001b")).toBe("one\ntwo\\u001b");
});

test("escaped JSON parses to the same document and contains no control or format characters", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
			const text = printableJson({ texts }, 2);
			expect(JSON.parse(text)).toEqual({ texts });
			expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
		}),
	);
});
