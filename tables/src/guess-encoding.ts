/** What a text would be in an encoding. */
export interface Candidate {
	readonly name: string;
	readonly text: string;
}

export interface Guess {
	readonly name: string;
	/** Hardly anything in it contradicts the encoding. */
	readonly isLikely: boolean;
}

/** Marks of what an encoding does not have: control characters, and what decoders put for bytes without a character. */
const IMPOSSIBLE = /[\x80-\x9f\uFFFD]/;

/**
 * Which of several encodings a text is in, by its words: letters come as in the words of a language, by their frequency, and symbols seldom stand in words. The first
 * of those that are equally likely wins. A candidate that does not have all the bytes is none.
 */
export function guessEncoding(candidates: readonly Candidate[]): Guess | undefined {
	const [best] = candidates
		.filter(({ text }) => !IMPOSSIBLE.test(text))
		.map(({ name, text }) => ({ name, ...judge(text) }))
		.sort((one, other) => other.likelihood - one.likelihood);
	return best && { name: best.name, isLikely: best.wrong * 20 <= best.characters };
}

interface Judgement {
	/** The logarithm of how likely the characters are that are not ASCII. */
	readonly likelihood: number;
	readonly characters: number;
	/** Of these, those that no text would have in their place. */
	readonly wrong: number;
}

const COMMON = -2.6;
const MEDIUM = -4;
const RARE = -5.5;
const ODD = -7;
const WRONG = -9;
/** Hebrew is what catalogues of kosher products have: a word alone that could be either is Hebrew. */
const HEBREW_BONUS = 5;

function judge(text: string): Judgement {
	let likelihood = 0;
	let characters = 0;
	let wrong = 0;
	let hasHebrew = false;
	const count = (points: number) => {
		characters++;
		likelihood += points;
		if (points <= WRONG) wrong++;
	};
	for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}\p{ASCII}]/gu)) {
		if (!NOT_ASCII.test(word)) continue;
		if (!LETTER.test(word)) count(symbolPoints(word, text[index - 1], text[index + 1]));
		else {
			const points = pointsIn(word);
			hasHebrew ||= points === hebrew && word.length > 1;
			for (const letter of word) if (NOT_ASCII.test(letter)) count(points?.(letter, word) ?? WRONG);
		}
	}
	return { likelihood: likelihood + (hasHebrew ? HEBREW_BONUS : 0), characters, wrong };
}

const LETTER = /[\p{L}\p{M}]/u;
const NOT_ASCII = /\P{ASCII}/u;

type Points = (letter: string, word: string) => number;

/** How likely letters are in a word; undefined for a word that no language has. */
function pointsIn(word: string): Points | undefined {
	if (HEBREW_WORD.test(word)) return hebrew;
	if (RUSSIAN_WORD.test(word) && !RUSSIAN_MISTAKE.test(word)) return russian;
	return LATIN_WORD.test(word) && !LATIN_MISTAKE.test(word) ? latin : undefined;
}

/** Letters with points, and final forms at the end alone. */
const HEBREW_WORD = /^(?:[אבגדהוזחטיכלמנסעפצקרשת][ְ-ׇ]*)*[א-ת][ְ-ׇ]*$/u;
const hebrew: Points = (letter, word) => {
	if (word.length === 1) return ODD;
	if ("יוהלארתבמש".includes(letter)) return COMMON;
	return "ךףץ".includes(letter) ? RARE : MEDIUM;
};

const RUSSIAN_WORD = /^(?:[А-ЯЁЄІЇЎҐ]?[а-яёєіїўґ]*|[А-ЯЁЄІЇЎҐ]+)$/u;
const RUSSIAN_MISTAKE = /^[ъьы]|[бвгджзклмнпрстфхцчшщъь]й|ъ(?![еёюяє])|[аеёиоуыэюяъь]ь/iu;
const russian: Points = (letter, word) => {
	const lower = letter.toLowerCase();
	if (word.length === 1) return "вискоуая".includes(letter) ? MEDIUM : ODD;
	if ("оеаинтсрвл".includes(lower)) return COMMON;
	return "кмдпуяыьгзбчйі".includes(lower) ? MEDIUM : RARE;
};

const LATIN_WORD = /^\p{Script=Latin}+$/u;
/** Three letters with accents in a row, or nothing else in a word; and capitals within. */
const LATIN_MISTAKE = /\P{ASCII}{3}|^\P{ASCII}{2,}$|[a-z](?=\P{ASCII})\p{Lu}|[ƒªº]\p{L}/u;
const latin: Points = (letter, word) => {
	if ("þðýÿƒ".includes(letter.toLowerCase())) return ODD;
	if (word.length === 1) return "àéèùòóáöüä".includes(letter.toLowerCase()) ? MEDIUM : RARE;
	return "éèàâêîôûçäöüßñáíóúëïøåãõ".includes(letter.toLowerCase()) ? COMMON : RARE;
};

/** What boxes and formulas are drawn with. */
const DRAWING = /[\u2190-\u22ff\u2310\u2320\u2321\u2500-\u25ff\u2017\u207f\u20a7]/;
const IN_WORDS = /[’‘–—·…־׳״\u00a0\u200e\u200f]/;
const USUAL = /[“”•°®™©€₪£½¼¾«»×²³]/;

function symbolPoints(symbol: string, before = "", after = ""): number {
	if (DRAWING.test(symbol)) return WRONG;
	if (IN_WORDS.test(symbol)) return MEDIUM;
	if (LETTER.test(before) && LETTER.test(after)) return WRONG;
	if (USUAL.test(symbol)) return MEDIUM;
	return LETTER.test(before) || NOT_ASCII.test(before) || NOT_ASCII.test(after) ? WRONG : ODD;
}
