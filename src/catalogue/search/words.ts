/** Letters that no Unicode normalisation takes apart, and the final forms of Hebrew ones: how people type them who search. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	ı: "i",
	ך: "כ",
	ם: "מ",
	ן: "נ",
	ף: "פ",
	ץ: "צ",
	װ: "וו",
	ױ: "וי",
	ײ: "יי",
};

const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");
const ASCII_ALONE = /^[\0-\x7f]*$/;
/** Inside a word they stand for nothing that people type: `Kellogg's`, `ק"ג`. */
const QUOTES = /['"`´‘’‚“”„ʼ׳״]/g;
/** Sorted alike by every engine: a text of them alone is in the same order by its code units as by its bytes. */
const WORDS = /(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;

/** Longer words are found by their beginning. */
const LONGEST_WORD = 32;

/**
 * The words of a text as they are looked up: without case, accents, vowel points and quotes; Hebrew letters in their ordinary form.
 * What is neither letter nor digit separates words.
 */
export function wordsOf(text: string): string[] {
	const plain = ASCII_ALONE.test(text) ? text.toLowerCase() : withoutAccents(text);
	const found = plain.replace(QUOTES, "").match(WORDS) ?? [];
	return found.map((word) => word.slice(0, LONGEST_WORD));
}

function withoutAccents(text: string): string {
	return text
		.normalize("NFKD")
		.toLowerCase()
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
