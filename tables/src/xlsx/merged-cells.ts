import { UnreadableTable } from "../unreadable-table.ts";

/** Cells of a column that are one: it stands in the first row, and the rows below have it too. */
export interface MergedCells {
	/** From 0. */
	readonly column: number;
	/** From 1. */
	readonly firstRow: number;
	readonly lastRow: number;
}

const OPENING = /<(?:\w+:)?mergeCells\b/;
const CLOSING = /<\/(?:\w+:)?mergeCells>/;
const REFERENCE = /ref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})"/g;
/** More than the longest opening tag. */
const KEPT = 200;
const MOST_CHARACTERS = 2 ** 22;

/** The cells of a sheet that are merged downwards. They stand behind its rows, so all of it is looked through. */
export function readMergedCells(pieces: Iterable<Uint8Array>): MergedCells[] {
	let decoder: TextDecoder | undefined;
	let text = "";
	let isOpen = false;
	for (const piece of pieces) {
		decoder ??= new TextDecoder(piece[0] === 0xff ? "utf-16le" : piece[0] === 0xfe ? "utf-16be" : "utf-8");
		text += decoder.decode(piece, { stream: true });
		const at: number = isOpen ? 0 : text.search(OPENING);
		isOpen = at !== -1;
		text = isOpen ? text.slice(at) : text.slice(-KEPT);
		if (text.length > MOST_CHARACTERS)
			throw new UnreadableTable("is too large: it has too many merged cells");
		if (isOpen && CLOSING.test(text)) break;
	}
	if (!isOpen) return [];
	return [...text.matchAll(REFERENCE)]
		.map(([, column = "", first, last]) => ({
			column: columnNumber(column) - 1,
			firstRow: Number(first),
			lastRow: Number(last),
		}))
		.filter(({ firstRow, lastRow }) => lastRow > firstRow)
		.sort((one, other) => one.firstRow - other.firstRow);
}

function columnNumber(letters: string): number {
	let number = 0;
	for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 0x40;
	return number;
}

/** Looking at the same cells in every row of a sheet would take for ever. */
const MOST_LOOKS = 50_000_000;

/** Repeats what stands in merged cells in the rows below, which come in their order. */
export function createRepeater(merged: readonly MergedCells[]) {
	let next = 0;
	let looks = 0;
	let current: { readonly cells: MergedCells; readonly text: string }[] = [];
	return {
		/** Fills the empty cells of a row. @returns their columns */
		fill(line: number, cells: string[]): number[] {
			current = current.filter(({ cells: { lastRow } }) => lastRow >= line);
			looks += current.length;
			if (looks > MOST_LOOKS) throw new UnreadableTable("is too large: it has too many merged cells");
			const filled: number[] = [];
			for (const {
				cells: { column },
				text,
			} of current) {
				if ((cells[column] ?? "") !== "") continue;
				while (cells.length < column) cells.push("");
				cells[column] = text;
				filled.push(column);
			}
			for (let begun = merged[next]; begun && begun.firstRow <= line; begun = merged[++next]) {
				const text = begun.firstRow === line ? (cells[begun.column] ?? "") : "";
				if (text !== "") current.push({ cells: begun, text });
			}
			return filled;
		},
	};
}
