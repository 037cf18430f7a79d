import { LABELS } from "../../../src/orders/shop-files/shop-product.ts";

/** Where one of our paragraphs stood. */
const GONE = "\u0000";

const SPACE = String.raw`(?:\s|\\n|&nbsp;)*`;
/** What ends a line of a text: WooCommerce's export writes line breaks as `\n`. */
const BREAK =
	/(<!--[\s\S]*?-->|<\/?(?:p|div|section|ul|ol|li|h[1-6]|blockquote)\b[^>]*>|<br\b[^>]*>|\\n|\r?\n)/i;
const PARAGRAPH = /<p\b[^>]*>([\s\S]*?)<\/p>/gi;
/** The marks of WordPress's editor around a paragraph, or the element that is left around one. */
const AROUND = [
	new RegExp(String.raw`<(p|div|li)\b[^>]*>${SPACE}${GONE}${SPACE}</\1>`, "gi"),
	new RegExp(
		String.raw`<!--\s*wp:paragraph\b[^>]*-->${SPACE}${GONE}${SPACE}<!--\s*/wp:paragraph\s*-->`,
		"gi",
	),
	new RegExp(String.raw`${GONE}(?:${SPACE}(?:<br\b[^>]*>)?${SPACE}${GONE})+`, "gi"),
];
const STATEMENT = new RegExp(
	String.raw`${GONE}${SPACE}<p\b[^>]*>${SPACE}(?:May )?contains?\b[^<]*</p>`,
	"gi",
);

/** A shop's text without our paragraphs: what is before the first of them, and what is after it. */
export interface OwnText {
	readonly head: string;
	readonly tail: string;
}

/** What of a product tells our paragraphs. */
export interface OurWords {
	/** Paragraphs that our files are known to have had. */
	readonly known: readonly string[];
	/** Labels of which something was bought: whatever stands under them is ours. */
	readonly labels: readonly string[];
}

/**
 * Takes our paragraphs out of a text of the shop, of which everything else stays as it is: shops keep them as HTML, and their editors wrap them in marks
 * of their own, or leave only the lines. @returns undefined where none is ours
 */
export function withoutOurs(text: string, words: OurWords): OwnText | undefined {
	const known = new Set(words.known.map(comparable));
	const isOurs = (html: string) => {
		const plain = plainText(html);
		return known.has(comparable(html)) || words.labels.some((label) => isUnder(label, plain));
	};
	let left = text.replace(PARAGRAPH, (paragraph, inner) => (isOurs(inner) ? GONE : paragraph));
	left = left
		.split(BREAK)
		.map((line, place) => (place % 2 === 0 && !line.includes(GONE) && isOurs(line) ? GONE : line))
		.join("");
	if (!left.includes(GONE)) return undefined;
	for (const around of AROUND) left = left.replace(around, GONE);
	if (words.labels.includes(LABELS.ingredients)) left = withoutStatements(left);
	const [head = "", ...tails] = left.split(GONE);
	const tail = tails.join("");
	const isEmpty = plainText(head + tail) === "" && !/<(?:img|iframe|video|object|table)\b/i.test(head + tail);
	return isEmpty ? { head: "", tail: "" } : { head, tail };
}

/** Statements about allergens have no label; they follow the ingredients. */
function withoutStatements(text: string): string {
	const left = text.replace(STATEMENT, GONE);
	return left === text ? text : withoutStatements(left);
}

/** The certificates that our paragraphs in a text of the shop name. */
export function symbolsNamedIn(text: string): string[] {
	const lines = text.split(BREAK).map(plainText);
	return lines.flatMap((line) => (isUnder(LABELS.certification, line) ? itemsOf(line) : []));
}

/** What is said of certificates must not stay because somebody has typed its label again. */
const CERTIFICATION = new RegExp(`^${LABELS.certification} ?:`, "i");

/** Certificates have short names: a text of another kind under their label is the shop's. */
function isUnder(label: string, plain: string): boolean {
	if (label !== LABELS.certification) return plain.startsWith(`${label}: `);
	return CERTIFICATION.test(plain) && itemsOf(plain).every(isNameLike);
}

function isNameLike(text: string): boolean {
	const words = text.split(" ");
	return (
		text !== "" &&
		text.length <= 60 &&
		words.length <= 5 &&
		(words.length === 1 || /[^\P{L}\p{Ll}]/u.test(text))
	);
}

function itemsOf(plain: string): string[] {
	return plain
		.slice(plain.indexOf(":") + 1)
		.split(",")
		.map((item) => item.trim());
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
	["amp", "&"],
	["lt", "<"],
	["gt", ">"],
	["quot", '"'],
	["apos", "'"],
	["nbsp", " "],
	["hellip", "…"],
	["ndash", "–"],
	["mdash", "—"],
	["lsquo", "‘"],
	["rsquo", "’"],
	["ldquo", "“"],
	["rdquo", "”"],
]);

/** A text as it is read: without tags, entities, the spaces of a source, and the apostrophe that defuses formulas. */
export function plainText(html: string): string {
	return html
		.replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, "")
		.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
			if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
			const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
			return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
		})
		.replaceAll("\\n", " ")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^'(?=[=+\-@])/, "");
}

/** The same with the plain quotes, dashes and dots for which editors put those of typography. */
export function comparable(html: string): string {
	return plainText(html)
		.replace(/[“”„״]/g, '"')
		.replace(/[‘’‚׳]/g, "'")
		.replace(/-{2,3}|[–—]/g, "-")
		.replaceAll("…", "...");
}
