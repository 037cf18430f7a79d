import { type BuiltPack, buildPack } from "./build-pack.ts";
import type { ProductText } from "./product-text.ts";

/** Products as one text, a line each: a thread is handed a text in no time, but not many objects. */
export function linesOf(texts: readonly ProductText[]): string {
	return texts.map(({ barcode, words, marks }) => `${barcode}\t${words}\t${marks}`).join("\n");
}

/** Packs the products of some such texts. */
export function buildFromLines(lines: readonly string[]): BuiltPack {
	return buildPack(lines.flatMap((some) => some.split("\n").map(textOf)));
}

function textOf(line: string): ProductText {
	const [barcode = "", words = "", marks = ""] = line.split("\t");
	return { barcode, words, marks };
}
