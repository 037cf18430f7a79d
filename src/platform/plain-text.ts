/**
 * What no name and no note may hold: control characters (NUL and terminal escapes among them), marks that turn the direction of the text
 * around them, separators that end a line unseen, and halves of surrogate pairs. Whoever reads such a text elsewhere would be shown another.
 */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/u;

/** What no database column holds on every engine: NUL (PostgreSQL refuses it) and halves of surrogate pairs (they come back as others). */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether a text cannot be stored, so that nothing of that name can be there. */
export function isUnstorable(text: string): boolean {
	return UNSTORABLE.test(text);
}

/**
 * What keeps a text from being a name or a note; `undefined` when nothing does.
 * @param options.multiline whether line breaks are allowed, as in a note that is typed into a form.
 */
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

/** What a terminal would obey, or show as something else: also what earlier versions let into names. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text for a terminal, on one line: whatever would move the cursor, change colours, or turn text around is written as `\u001b`. */
export function shownText(text: string): string {
	return text.replace(UNSHOWN, escaped);
}

/** Lines for a terminal that were put together from trusted text with line breaks of its own. */
export function shownLines(text: string): string {
	return text.split("\n").map(shownText).join("\n");
}

/** A JSON document for a terminal or a file: the same value, its text escaped the way JSON does it. */
export function shownJson(document: unknown, indent?: number): string {
	return shownLines(JSON.stringify(document, null, indent));
}

/** As JSON writes it, so that an escaped document is still the same document. */
function escaped(character: string): string {
	return Array.from(
		{ length: character.length },
		(_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, "0")}`,
	).join("");
}
