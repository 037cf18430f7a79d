/**
 * Characters that no name or note may contain: control characters (including NUL and terminal escapes), marks that change the direction of
 * surrounding text, invisible line separators, and lone surrogates. They would make a text look different elsewhere.
 */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/u;

/** Characters that some engine's columns cannot hold: NUL (PostgreSQL rejects it) and lone surrogates (they would be stored as other characters). */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether a text cannot be stored, so that nothing with that name can exist. */
export function isUnstorable(text: string): boolean {
	return UNSTORABLE.test(text);
}

/** Why a text cannot be a name or a note; `undefined` if it can. @param options.multiline whether line breaks are allowed. */
export function plainTextProblem(
	text: string,
	{ multiline = false }: { readonly multiline?: boolean } = {},
): string | undefined {
	const found = UNSEEN.exec(multiline ? text.replace(/\r?\n/g, " ") : text)?.[0];
	if (found === undefined) return undefined;
	return `may not hold control characters or marks that change how text is shown, such as ${codePointOf(found)}`;
}

/** `U+001B` */
function codePointOf(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Characters that a terminal would interpret or display differently, including those that earlier versions allowed in names. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text for one line of a terminal: whatever would move the cursor, change colours or reverse text is escaped as `\u001b`. */
export function printableText(text: string): string {
	return text.replace(UNPRINTABLE, escaped);
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** A name for an English sentence. A Hebrew one is isolated: it would move the numbers and brackets next to it. */
export function isolatedText(name: string): string {
	const printable = printableText(name);
	return RIGHT_TO_LEFT.test(printable) ? `\u2068${printable}\u2069` : printable;
}

/** Lines for a terminal that were assembled from trusted text with its own line breaks. */
export function printableLines(text: string): string {
	return text.split("\n").map(printableText).join("\n");
}

/** A JSON document for a terminal or a file: the same value, with characters in strings escaped as JSON allows. */
export function printableJson(document: unknown, indent?: number): string {
	return printableLines(JSON.stringify(document, null, indent));
}

/** Uses JSON escapes, so that a document keeps its value. */
function escaped(character: string): string {
	return Array.from(
		{ length: character.length },
		(_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, "0")}`,
	).join("");
}
