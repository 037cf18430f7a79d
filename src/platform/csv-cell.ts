/** What a spreadsheet may read as one, also behind space and what it may take for the border of a cell, and in full-width characters. */
const FORMULA = /^(?:[\t\r\n]|[\s;,"]*[=+\-@|%＝＋－＠])/;

/**
 * A text as a cell that no spreadsheet interprets as a formula: one that begins like a formula gets a leading apostrophe (OWASP, CSV
 * injection). Amounts are numbers and need none.
 */
export function textCell(text: string): string {
	const safe = FORMULA.test(text) ? `'${text}` : text;
	// Where the comma is a decimal point, spreadsheets part cells at semicolons.
	return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
