import writeXlsxFile from "write-excel-file/node";

/** Excel rejects a file with a longer text in a cell. */
const LONGEST_CELL = 32_767;
/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook of one sheet with a header. Every cell is typed as text: numbers keep their leading zeros, and nothing becomes a formula. */
export function textWorkbook(
	sheet: string,
	header: readonly string[],
	rows: readonly (readonly string[])[],
): Promise<Buffer> {
	const first = header.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
	return writeXlsxFile([first, ...rows.map((row) => row.map(textCell) as never)], {
		stickyRowsCount: 1,
		sheet,
	}).toBuffer();
}

function textCell(text: string) {
	const value = text.toWellFormed().replace(NOT_IN_XML, "").slice(0, LONGEST_CELL);
	return value === "" ? null : { value, type: String };
}
