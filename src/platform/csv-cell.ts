/** Begins a CSV that people open: without it, spreadsheets on Windows read Hebrew in the system's old encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Text that a spreadsheet may read as a formula, including after leading whitespace or cell separators, and in full-width characters. */
const FORMULA = /^(?:[\t\r\n]|[\s;,"]*[=+\-@|%＝＋－＠])/;

/** Formats a text as a CSV cell: one that a spreadsheet would take for a formula gets a leading apostrophe (OWASP, CSV injection). */
export function textCell(text: string): string {
	const safe = FORMULA.test(text) ? `'${text}` : text;
	// In locales where the comma is the decimal point, spreadsheets split cells at semicolons.
	return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
