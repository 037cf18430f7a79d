import { readBarcodeCell } from "@packshot/tables/barcode-cell";
import type { ResolvedBarcode } from "../catalogue/barcodes/resolve-barcodes.ts";
import { familyOf } from "../catalogue/barcodes/same-product.ts";
import type { MaskedRow } from "../catalogue/fields/masks.ts";
import { productAddress } from "./cards.ts";
import { type Fragment, type Html, html } from "./html.ts";
import type { Page } from "./layout.ts";
import { contentsTable, type ShownPrices } from "./price-words.ts";
import { type PublicCatalogue, titleOf } from "./public-catalogue.ts";

/** As many and as long as are resolved at once elsewhere (SPEC E10). */
const MOST_TEXTS = 500;
const LONGEST_TEXT = 200;
/** Lines that are named. */
const MOST_NOTES = 30;
/** Of a line that is named. */
const SHOWN_CHARACTERS = 60;

/** What is said of pasted barcodes. */
interface Checked {
	/** Products that were pasted: several forms of a barcode are one. */
	readonly products: number;
	readonly found: number;
	/** What is wrong with single lines: the first ones, and how many there are. */
	readonly notes: readonly Html[];
	readonly noted: number;
	/** The pasted text with what was probably meant; `undefined` if there is nothing to correct. */
	readonly corrected: string | undefined;
	/** The barcodes of these products, to take along. */
	readonly barcodes: readonly string[];
	/** What there is of the products that were found. */
	readonly contents: readonly MaskedRow[];
	readonly prices: ShownPrices;
}

/** A text between separators, and what stands for it in the catalogue. */
interface Cell {
	readonly line: number;
	readonly written: string;
	readonly text: string;
	readonly problem: string;
}

/** Counts how many of the pasted products, in any form, are public or are cases of public ones, and names the lines that should be looked at. */
export async function checkBarcodes(
	catalogue: PublicCatalogue,
	pasted: string,
	prices: ShownPrices,
): Promise<Checked | { readonly problem: string }> {
	const cells = cellsOf(pasted);
	const texts = [...new Set(cells.map(({ text }) => text))];
	if (texts.length === 0) return { problem: "Paste at least one barcode, each in a line of its own." };
	if (texts.length > MOST_TEXTS)
		return { problem: `These are ${texts.length} barcodes; at most ${MOST_TEXTS} are counted at a time.` };
	const resolved = await catalogue.resolve(texts.filter(({ length }) => length <= LONGEST_TEXT));
	const suggested = [...resolved.values()].flatMap(({ suggestion }) => suggestion ?? []);
	const names = await catalogue.named(suggested);
	const products = new Map<string, { readonly line: number; readonly barcode: string }>();
	const found = new Set<string>();
	const notes: Html[] = [];
	let noted = 0;
	const note = (cell: Cell, words: () => Fragment) => {
		if (++noted <= MOST_NOTES) notes.push(noteOf(cell, words()));
	};
	for (const cell of cells) {
		const meant = resolved.get(cell.text);
		const barcode = meant && barcodeOf(cell.text, meant);
		if (!meant || barcode === undefined) {
			note(cell, () => cell.problem);
			continue;
		}
		const key = meant.barcode ?? meant.unit ?? keyOf(barcode, meant);
		const first = products.get(key);
		if (first) {
			note(cell, () => `already in line ${first.line}`);
			continue;
		}
		products.set(key, { line: cell.line, barcode });
		if (meant.barcode ?? meant.unit) found.add(key);
		else if (meant.suggestion !== null || meant.check_digit_valid === false)
			note(cell, () => wrongDigit(meant, names));
	}
	return {
		products: products.size,
		found: found.size,
		notes,
		noted,
		corrected: suggested.length === 0 ? undefined : corrected(cells, resolved),
		barcodes: [...products.values()].map(({ barcode }) => barcode),
		contents: await catalogue.contents([...found]),
		prices,
	};
}

function cellsOf(pasted: string): Cell[] {
	const cells: Cell[] = [];
	const known = new Map<string, Pick<Cell, "text" | "problem">>();
	pasted.split(/\r\n|\r|\n/).forEach((row, place) => {
		for (const part of row.split(/[\t,;]+/)) {
			const written = part.trim();
			if (written === "") continue;
			// Each is read once, however often it was pasted.
			const read = known.get(written) ?? readCell(written);
			known.set(written, read);
			cells.push({ line: place + 1, written, text: read.text, problem: read.problem });
		}
	});
	return cells;
}

/** Anything but digits is left as it is, for the forms of GS1. */
function readCell(written: string): Pick<Cell, "text" | "problem"> {
	const cell = readBarcodeCell(written);
	return "digits" in cell ? { text: cell.digits, problem: "" } : { text: written, problem: cell.problem };
}

/** Digits to look for elsewhere, if a text is a barcode. */
function barcodeOf(text: string, { barcode, elements, kind }: ResolvedBarcode): string | undefined {
	if (kind === "invalid") return undefined;
	return barcode ?? (kind === "gs1" ? elements?.["01"] : /\d+$/.exec(text)?.[0]);
}

/** What all forms of a barcode have in common that is not in the catalogue. */
function keyOf(barcode: string, { check_digit_valid }: ResolvedBarcode): string {
	return check_digit_valid ? `family ${familyOf(barcode)}` : `text ${barcode}`;
}

function noteOf({ line, written }: Cell, words: Fragment): Html {
	return html`<li>Line ${line}, <bdi>${written.slice(0, SHOWN_CHARACTERS)}</bdi>: ${words}</li>`;
}

function wrongDigit(
	{ suggestion }: ResolvedBarcode,
	names: Awaited<ReturnType<PublicCatalogue["named"]>>,
): Fragment {
	const product = suggestion === null ? undefined : names.get(suggestion);
	if (!product) return "its check digit is wrong";
	return html`probably <a href="${productAddress(product.barcode)}">${product.barcode}, <bdi>${titleOf(product)}</bdi></a>`;
}

function corrected(cells: readonly Cell[], resolved: ReadonlyMap<string, ResolvedBarcode>): string {
	return cells.map(({ written, text }) => resolved.get(text)?.suggestion ?? written).join("\n");
}

/** @param pasted stays in the form. */
export function barcodesPage(pasted: string, result?: Checked | { readonly problem: string }): Page {
	return {
		title: "Check your barcodes",
		description: "Paste barcodes and see how many of these products are in the catalogue, and what they cost",
		address: result === undefined ? "/barcodes" : undefined,
		search: "",
		main: html`<div class="wide narrow"><div class="head"><h1>Check your barcodes</h1><p class="quiet">How many of your products are here, and what would they cost? UPC, EAN, GTIN, PLU codes, GS1 texts and links: any form will do. We keep nothing of it.</p></div>
${result === undefined ? undefined : outcome(result)}${pasteForm(pasted)}</div>`,
	};
}

function outcome(result: Checked | { readonly problem: string }): Html {
	if ("problem" in result)
		return html`<div class="panel result" role="status"><p>${result.problem}</p></div>`;
	const { products, found, barcodes, contents, prices } = result;
	return html`<div class="panel result" role="status"><p class="sum">We have <strong>${found}</strong> of <strong>${products}</strong>.</p>${
		products === 0
			? undefined
			: html`<meter aria-label="Share of your barcodes" max="${products}" min="0" value="${found}"></meter>`
	}${notesOf(result)}${
		contents.length === 0
			? undefined
			: html`${contentsTable(contents, prices)}<p class="buy"><a class="button" data-list="${barcodes.join()}" data-signed-in="See which" href="/lists">Sign in to see which</a></p><p class="quiet">Your list waits in this browser until you have signed in.</p>`
	}</div>`;
}

function notesOf({ notes, noted, corrected: meant }: Checked): Fragment {
	if (noted === 0) return undefined;
	const others = noted - notes.length;
	return html`<h2>Lines to look at</h2><ul class="notes">${notes}${others > 0 ? html`<li>And ${others} more.</li>` : undefined}</ul>${
		meant === undefined
			? undefined
			: html`<form action="/barcodes" method="post"><input name="barcodes" type="hidden" value="${meant}"><p><button class="button ghost" type="submit">Use the suggested barcodes</button></p></form>`
	}`;
}

/** Where barcodes are pasted. A line break before the text is for the parser, which drops one. */
export function pasteForm(pasted: string): Html {
	return html`<form action="/barcodes" class="paste" method="post"><label for="barcodes">Barcodes, one in a line</label><textarea dir="ltr" id="barcodes" name="barcodes" placeholder="7290000066318&#10;(01)09506000134352(10)AB-1" rows="${pasted === "" ? 5 : 12}" spellcheck="false">
${pasted}</textarea><button class="button" type="submit">Count them</button></form>`;
}
