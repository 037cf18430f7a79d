import { type ReadList, readRows, readText } from "./read-list.ts";

const MOST_TEXT_BYTES = 5 * 1024 * 1024;

/** Signatures of file types, whatever their extensions. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];
const UTF16 = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] } as const;

/** Reads a list from a file: text, CSV, or the first sheet of an Excel workbook. @throws Error with a user-facing message for what cannot be read. */
export async function readFile(file: File): Promise<ReadList> {
	const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
	if (begins(head, OLD_OFFICE)) {
		throw new Error(
			"This is an old Excel file (.xls). Save it as .xlsx or CSV, and choose that file instead.",
		);
	}
	if (begins(head, ZIP) || /\.xlsx$/i.test(file.name)) {
		const { readWorkbook } = await import("./read-workbook.ts");
		return readRows(await readWorkbook(file));
	}
	if (file.size > MOST_TEXT_BYTES) throw new Error("This file is larger than 5 MB.");
	return readText(new TextDecoder(encodingOf(head)).decode(await file.arrayBuffer()));
}

/** Spreadsheets export "Unicode text" as UTF-16. In all other encodings digits are the same as in UTF-8. */
function encodingOf(head: Uint8Array): string {
	const [found] = Object.entries(UTF16).find(([, mark]) => begins(head, mark)) ?? ["utf-8"];
	return found;
}

function begins(head: Uint8Array, mark: readonly number[]): boolean {
	return mark.every((byte, place) => head[place] === byte);
}
