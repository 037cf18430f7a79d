import { UnreadableTable } from "../unreadable-table.ts";
import { readWholeXml } from "./xml.ts";
import type { Archive } from "./zip.ts";

/** The texts that all sheets share. */
const MOST_TEXTS = 4_000_000;
const MOST_CHARACTERS = 256 * 2 ** 20;
/** Four times what Excel allows. */
const LONGEST_TEXT = 2 ** 17;

/** Reads the shared texts of a workbook; rich text as plain, without the readings that Japanese texts have beside them. */
export function readSharedTexts(archive: Archive, part: string): readonly string[] {
	const texts: string[] = [];
	const text = createTextTaker();
	let characters = 0;
	readWholeXml(archive.pieces(part), {
		open: text.open,
		text: text.text,
		close(name) {
			text.close(name);
			if (name !== "si") return;
			const taken = text.take();
			characters += taken.length;
			if (texts.push(taken) > MOST_TEXTS || characters > MOST_CHARACTERS)
				throw new UnreadableTable("is too large: it has too many texts");
		},
	});
	return texts;
}

/** Collects what stands in the `t` elements of a text. */
export function createTextTaker() {
	let taken = "";
	let isInText = false;
	let isInReading = false;
	return {
		open(name: string): void {
			if (name === "rPh") isInReading = true;
			else if (name === "t") isInText = true;
		},
		text(text: string): void {
			if (isInText && !isInReading) taken = lengthened(taken, text);
		},
		close(name: string): void {
			if (name === "rPh") isInReading = false;
			else if (name === "t") isInText = false;
		},
		/** @returns what was collected since it was last taken, without blanks around it, as cells of CSV are read. */
		take(): string {
			const text = unescapedControls(taken).trim();
			taken = "";
			return text;
		},
	};
}

/** Adds to the text of a cell, which may come in any number of pieces. @throws UnreadableTable when no cell can hold it */
export function lengthened(text: string, more: string): string {
	if (text.length + more.length > LONGEST_TEXT)
		throw new UnreadableTable("has a text that is too long for a cell");
	return text + more;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescapedControls(text: string): string {
	if (!text.includes("_x")) return text;
	return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
}
