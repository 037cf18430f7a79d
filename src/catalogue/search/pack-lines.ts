import { type BuiltPack, buildPack } from "./build-pack.ts";
import type { ProductText } from "./product-text.ts";

/** Products as one text, one per line: passing a text to a thread is fast, passing many objects is not. */
export function linesOf(texts: readonly ProductText[]): string {
	return texts.map(({ barcode, words, marks }) => `${barcode}\t${words}\t${marks}`).join("\n");
}

/** Packs the products of several such texts. */
export function buildFromLines(lines: readonly string[]): BuiltPack {
	return buildPack(lines.flatMap((some) => some.split("\n").map(textOf)));
}

function textOf(line: string): ProductText {
	const [barcode = "", words = "", marks = ""] = line.split("\t");
	return { barcode, words, marks };
}
