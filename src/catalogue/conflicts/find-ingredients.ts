import { INGREDIENT_WORDS, type Ingredient } from "./ingredient-words.ts";

/** What a product may come into touch with, and what it is said not to hold: no ingredients. */
const NOT_HELD = [
	/(?:may(?: also)? contain|might contain|traces? of|trace amounts|(?:made|produced|manufactured|processed|packed|packaged|prepared|roasted|bottled|handled)[^.;\n]{0,60}?(?:facility|facilities|equipment|plant|line|lines|factory|machinery)\b|shared (?:equipment|facility)|(?:facility|equipment) (?:that|which|where)|(?:dairy|meat) (?:equipment|facility|line))[^.;\n]*?(?=[.;\n]|contains?:|ingredients?:|$)/g,
	/(?:עשוי|עלול|עשויה|עלולה|יכול)(?:ים|ות)? להכיל[^.;\n]*|עקבות[^.;\n]*|שאריות[^.;\n]*|(?:מיוצר|נארז|מופק)ת?(?: ב(?:מפעל|קו|ציוד)| על)[^.;\n]*/g,
	/(?:free (?:of|from)|contains? no|does not contain|without(?: any)?|no added|\bno)\s+[\p{L}-]+(?:(?:,| or| and|,? nor)\s+(?:no\s+)?[\p{L}-]+)*/gu,
	/[\p{L}]+(?:\s|-)free\b/gu,
	/(?:ללא|בלי|אין בו|לא מכיל)\s+[\p{L}"']+(?:\s+(?:או|ו)?[\p{L}"']+)?/gu,
];

interface Finder {
	readonly ingredient: Ingredient;
	readonly except: RegExp;
	readonly words: RegExp;
}

const finders: readonly Finder[] = INGREDIENT_WORDS.map(({ ingredient, language, words, except }) => ({
	ingredient,
	// Without exceptions: what matches nothing.
	except: except.length === 0 ? /(?!)/g : anyOf(except, language),
	words: anyOf(words, language),
}));

/** A whole word; Hebrew ones also after "and", "the", "in", "of", "to" and "that". */
function anyOf(patterns: readonly string[], language: "en" | "he"): RegExp {
	const prefix = language === "he" ? "[והבמלש]{0,2}" : "";
	return new RegExp(`(?<![\\p{L}\\p{N}])${prefix}(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}

/** Letters around a word that was found. */
const AROUND = 40;

/** @returns the first place in a text that names an ingredient, with the words around it; undefined if none does. */
export function findIngredient(text: string, wanted: Ingredient): string | undefined {
	const plain = plainText(text);
	const named = finders.filter(({ ingredient, words }) => ingredient === wanted && plain.search(words) >= 0);
	if (named.length === 0) return undefined;
	const held = NOT_HELD.reduce(blanked, plain);
	const places = named.flatMap(({ except, words }) => [...blanked(held, except).matchAll(words)].slice(0, 1));
	const [first] = places.sort((one, other) => one.index - other.index);
	if (!first) return undefined;
	const start = wordStart(plain, Math.max(0, first.index - AROUND));
	return plain.slice(start, first.index + first[0].length + AROUND).trim();
}

function wordStart(text: string, at: number): number {
	return at === 0 ? 0 : text.indexOf(" ", at) + 1 || at;
}

/** In small letters, without vowel points and with simple hyphens and apostrophes; a line break ends a sentence. */
function plainText(text: string): string {
	return text
		.replace(/[\u0591-\u05c7]/g, "")
		.replace(/[\u2010-\u2015\u05be]/g, "-")
		.replace(/[\u2018\u2019\u05f3]/g, "'")
		.replace(/\s*\n\s*/g, "\n")
		.replace(/[^\S\n]+/g, " ")
		.toLowerCase();
}

/** The same text with spaces in place of what matches, so that places stay. */
function blanked(text: string, pattern: RegExp): string {
	return text.replace(pattern, (match) => " ".repeat(match.length));
}
