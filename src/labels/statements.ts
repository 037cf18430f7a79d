import type { Line, Page, Word } from "@packshot/studio/label";
import { DECLARED } from "../catalogue/fields/declared-fields.ts";
import { fieldCalled } from "../imports/formats/mapping/column-words.ts";
import { heightOf, type Read } from "./page.ts";

/** Whether the name of the statement is part of its value, as the catalogue has it. */
const WITH_NAME: ReadonlyMap<string, boolean> = new Map(
	Object.entries({
		"ingredients.ingredients_text": false,
		"ingredients.contains_statement": true,
		"ingredients.may_contain_statement": true,
		"info.net_weight": false,
		"info.country_of_origin": false,
		"info.manufacturer": false,
		"info.distributor": false,
	}),
);
const LONGEST_NAME = 3;
/** Longer than any that a law lets stand: what follows is some other text. */
const MOST_WORDS = 250;
/** Of these, only the line itself. */
const SHORT = new Set(["info.net_weight", "info.country_of_origin"]);

interface Begin {
	readonly key: string;
	/** How many words its name has. */
	readonly length: number;
}

/** The statements of a label in their order on it. */
export function readStatements({ lines }: Page): Read[] {
	const statements: Read[] = [];
	let open: { key: string; name: readonly Word[]; words: Word[]; last: Line } | undefined;
	const close = () => {
		if (open) statements.push(...finished(open));
		open = undefined;
	};
	for (const line of lines) {
		if (open && !continues(open.last, line, open.words)) close();
		if (open && SHORT.has(open.key)) close();
		for (let place = 0; place < line.length; ) {
			const begin = beginAt(line, place);
			if (begin) {
				close();
				open = { key: begin.key, name: line.slice(place, place + begin.length), words: [], last: line };
				place += begin.length;
				continue;
			}
			const word = line[place];
			if (open && word && open.words.length < MOST_WORDS) open.words.push(word);
			place++;
		}
		if (open) open = { ...open, last: line };
	}
	close();
	return withAllergens(firstOfEach(statements));
}

/** A statement begins a line or follows a full stop; one word alone needs a colon, except for what laws word themselves. */
function beginAt(line: Line, place: number): Begin | undefined {
	const before = line[place - 1]?.text;
	if (before !== undefined && !/[.;|•]$/.test(before)) return undefined;
	for (let length = Math.min(LONGEST_NAME, line.length - place); length > 0; length--) {
		const words = line.slice(place, place + length).map(({ text }) => text);
		const text = words.join(" ");
		if (!/\p{L}/u.test(words.at(-1) ?? "")) continue;
		// A colon inside ends the name earlier.
		if (words.slice(0, -1).some((word) => /[:.]$/.test(word) && !/^(wt|net)\.?$/i.test(word))) continue;
		const key = fieldCalled(text.replace(/[^\p{L}]+$/u, ""))?.field;
		if (key === undefined || !WITH_NAME.has(key)) continue;
		const isSaid = /[:.]$/.test(text) || key.startsWith("ingredients.") || length > 1;
		if (isSaid) return { key, length };
	}
	return undefined;
}

/** A line of the same paragraph: right below the last one, in type of the same height. */
function continues(last: Line, line: Line, words: readonly Word[]): boolean {
	const [above, below] = [boxOf(last), boxOf(line)];
	const height = Math.max(above.height, 1);
	const isNear = below.top - above.bottom < 0.9 * height && below.top > above.top;
	const isSameType = below.height < 1.6 * height && height < 1.6 * below.height;
	const isAside = below.left > above.right || below.right < above.left;
	const isOver = /\.$/.test(words.at(-1)?.text ?? "") && below.top - above.bottom > 0.55 * height;
	return isNear && isSameType && !isAside && !isOver;
}

function boxOf(line: Line) {
	return {
		left: Math.min(...line.map(({ x0 }) => x0)),
		right: Math.max(...line.map(({ x1 }) => x1)),
		top: Math.min(...line.map(({ y0 }) => y0)),
		bottom: Math.max(...line.map(({ y1 }) => y1)),
		height: Math.max(...line.map(heightOf)),
	};
}

function finished({
	key,
	name,
	words,
}: {
	key: string;
	name: readonly Word[];
	words: readonly Word[];
}): Read[] {
	const text = joined(words);
	const all = [...name, ...words];
	if (words.length === 0 || !/[\p{L}\d]/u.test(text)) return [];
	if (key === "info.net_weight") {
		const weight = weightIn(text);
		return weight === undefined ? [] : [{ key, ...weight, words: all }];
	}
	if (key === "info.country_of_origin") {
		const [country = ""] = /^[\p{L}][\p{L} ]{1,30}/u.exec(text.replace(/^[^\p{L}]+/u, "")) ?? [];
		return country === "" ? [] : [{ key, value: country.trim(), isMended: false, words: all }];
	}
	if (key === "info.manufacturer" || key === "info.distributor")
		return [{ key, value: addressIn(text), isMended: isOdd(text), words: all }];
	const value = WITH_NAME.get(key) ? joined(all) : text;
	return [{ key, value, isMended: isOdd(text), words: all }];
}

/** The name of a state before its postcode is in capitals. */
const addressIn = (text: string) =>
	text
		.replace(/[.,;|\s]+$/, "")
		.replace(/\b[A-Z][a-z)](?= \d{5}\b)/, (state) => state.replace(")", "J").toUpperCase());

/** Brackets without the other one are letters that were misread; a text that ends in a comma goes on elsewhere. */
const isOdd = (text: string) =>
	/[,;:&-]$/.test(text) ||
	text.split(/[([{]/).length !== text.split(/[)\]}]/).length ||
	/\p{L}[|\\]\p{L}/u.test(text);

/** Words as a text; a hyphen at the end of a line divides a word. */
const joined = (words: readonly Word[]) =>
	words
		.map(({ text }) => text)
		.join(" ")
		.replace(/(\p{Ll})- (?=\p{Ll})/gu, "$1");

const UNIT = String.raw`(?:kg|g|gr|ml|l|cl|(?:fl\.? ?)?[o0][z2]|[lI1]bs?|גרם|גר'?|מ"ל|ק"ג|ליטר)(?![\p{L}\d])\.?`;
const MEASURE = String.raw`\d+(?:[.,]\d+)?\s*${UNIT}`;
const WEIGHT = new RegExp(
	String.raw`^(${MEASURE}(?:\s*${MEASURE})?)(?:\s*\(?\s*(\d+(?:[.,]\d+)?)\s*(k?g|ml|[89q])\s*\))?`,
	"iu",
);
const GRAMS_OF: readonly (readonly [RegExp, number])[] = [
	[/([\d.,]+)\s*lb/i, 453.6],
	[/([\d.,]+)\s*oz/i, 28.35],
	[/([\d.,]+)\s*fl/i, 29.57],
];
/** Of the metric weight: ounces are rounded. */
const MOST_APART = 0.03;

/** The weight at the beginning of a text; certain only if ounces and grams say the same where it has both. */
function weightIn(text: string): { readonly value: string; readonly isMended: boolean } | undefined {
	const plain = text.replace(/^[^\d]{0,6}/u, "").trim();
	const [all, first = "", metric, unit = ""] = WEIGHT.exec(plain) ?? [];
	if (all === undefined) return undefined;
	const own = first
		.trim()
		.replace(/[o0][z2](?!\p{L})/giu, (ounces) => (/0|2/.test(ounces) ? "oz" : ounces))
		.replace(/(\d)(\s*)[I1l](bs?)(?!\p{L})/gu, "$1 l$3");
	// A second amount whose unit was not seen.
	const isHalf = /^\s*\(\s*\d/.test(plain.slice(all.length));
	if (metric === undefined) return { value: own, isMended: isHalf || own !== first.trim() };
	const printed = /^[89q]$/.test(unit) ? "g" : unit;
	const space = /\d\s+\D*\)$/.test(all) ? " " : "";
	const sum = GRAMS_OF.reduce(
		(grams, [pattern, per]) => grams + Number(pattern.exec(own)?.[1] ?? 0) * per,
		0,
	);
	const given = Number(metric) * (/^k/i.test(printed) ? 1000 : 1);
	const isAlike = sum === 0 || Math.abs(given - sum) <= MOST_APART * given + 0.5;
	return { value: `${own} (${metric}${space}${printed})`, isMended: !isAlike };
}

/** Of statements that a label has twice, in two languages or on two sides, the first. */
function firstOfEach(statements: readonly Read[]): Read[] {
	return statements.filter(({ key }, place) => statements.findIndex((other) => other.key === key) === place);
}

/** The names in the statement of what it contains, read as a cell of a table is. */
function withAllergens(statements: readonly Read[]): Read[] {
	const contains = statements.find(({ key }) => key === "ingredients.contains_statement");
	const [cell] = DECLARED.ingredients.allergens.cells;
	if (!contains || !cell) return [...statements];
	const said = String(contains.value)
		.replace(/^[^:]*:\s*/u, "")
		.toLowerCase();
	const names = cell.parse(said) as string[];
	if (names.length === 0) return [...statements];
	return [...statements, { ...contains, key: "ingredients.allergens", value: names }];
}

const KOSHER_WORDS =
	/\b(kosher|pareve|parve|dairy equipment|glatt|cholov yisroel|pas yisroel|yoshon|passover|badatz|bedatz|rabbinate)\b|כשר|בד"ץ|בד״ץ|רבנות|פרווה|חלבי|בשרי|מהדרין|לפסח/iu;

/** What a label says about kosher in words. Whose certification that is, a person says: a symbol is never read. */
export function kosherWords({ lines }: Page): { readonly text: string; readonly words: readonly Word[] }[] {
	return lines
		.filter((line) => KOSHER_WORDS.test(joined(line)))
		.slice(0, 5)
		.map((line) => ({ text: joined(line), words: line }));
}
