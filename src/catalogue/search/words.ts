/** Letters that Unicode normalisation does not decompose, and final forms of Hebrew letters, mapped to what people type when searching. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
	Object.entries({
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
	}),
);

const OTHER_LETTERS = new RegExp(`[${[...PLAIN_LETTERS.keys()].join("")}]`, "g");
const ASCII_ALONE = /^[\0-\x7f]*$/;
/** Ignored inside a word, since people do not type them: `Kellogg's`, `ק"ג`. */
const QUOTES = /['"`´‘’‚“”„ʼ׳״]/g;
/** Limited to the BMP, so that every engine sorts such texts alike: the order by code units is the same as that by bytes. */
const WORDS = /(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;

/** Longer words are truncated, and found by their beginning. */
const LONGEST_WORD = 32;

/** The words of a text: without case, accents, vowel points and quotes, Hebrew letters in their ordinary form; all but letters and digits separates. */
export function wordsOf(text: string): string[] {
	const plain = ASCII_ALONE.test(text) ? text.toLowerCase() : withoutAccents(text);
	const found = plain.replace(QUOTES, "").match(WORDS) ?? [];
	return found.map((word) => word.slice(0, LONGEST_WORD));
}

const FINAL_FORMS: ReadonlyMap<string, string> = new Map(
	[...PLAIN_LETTERS].filter(([form]) => /[ךםןףץ]/.test(form)).map(([form, letter]) => [letter, form]),
);

/** A word as it is written: in Hebrew, some letters have another form at its end. */
export function inFinalForm(word: string): string {
	return word.replace(/.$/, (letter) => FINAL_FORMS.get(letter) ?? letter);
}

function withoutAccents(text: string): string {
	return text
		.normalize("NFKD")
		.toLowerCase()
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}
