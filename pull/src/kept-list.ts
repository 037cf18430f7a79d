import { join } from "node:path";
import type { PullFolder } from "./folder.ts";
import { type ListedLine, removedIn, type Substitutes } from "./listed-products.ts";
import { kept } from "./settings.ts";
import type { ShopRequest } from "./shop-files.ts";

/** What a folder was last pulled with, so that it can be brought up to date without the list. */
export interface KeptList {
	readonly size: string;
	readonly label: string;
	readonly substitutes: Substitutes;
	/** What the lines meant. */
	readonly listed: readonly ListedLine[];
	readonly shop: ShopRequest | undefined;
	/** Lines of the shop's export; of the list where there is none. */
	readonly ownLines: readonly ListedLine[];
}

const FILE = "list.json";

export async function keepList({ state, files }: PullFolder, list: KeptList): Promise<void> {
	await files.write(join(state, FILE), `${JSON.stringify(list)}\n`);
}

/** @returns undefined for a folder into which nothing was pulled */
export function keptList(out: string): KeptList | undefined {
	return kept(out, FILE);
}

/** A barcode in whatever form a table has it: some lack its zeros, or have signs around it. */
const formOf = ({ digits, text }: Pick<ListedLine, "digits" | "text">) =>
	digits === undefined ? text : digits.replace(/^0+/, "");

/**
 * Lines whose product was found before and is in no catalogue any more stand for that product still. @param bought products of which the folder has
 * something, whatever list named them
 */
export function withRemoved(
	listed: readonly ListedLine[],
	before: readonly ListedLine[],
	bought: readonly string[],
): readonly ListedLine[] {
	const known = new Map<string, string | undefined>([
		...bought.map((barcode) => [formOf({ digits: barcode, text: barcode }), barcode] as const),
		...before.map((line) => [formOf(line), line.barcode] as const),
	]);
	return listed.map((line) => {
		const barcode = known.get(formOf(line));
		if (line.status === "found" || barcode === undefined) return line;
		return { ...line, status: "removed", barcode, note: "removed from the catalogue" };
	});
}

/** Products whose barcode was corrected are in the catalogue, under another one. */
export function withCorrected(list: KeptList, corrected: ReadonlySet<string>): KeptList {
	const found = (lines: readonly ListedLine[]) =>
		lines.map((line) =>
			line.status === "removed" && line.barcode !== undefined && corrected.has(line.barcode)
				? { ...line, status: "found" as const, note: "the catalogue has it under a corrected barcode" }
				: line,
		);
	return { ...list, listed: found(list.listed), ownLines: found(list.ownLines) };
}

/** Products of a list, and of the shop's export, that are in the catalogue no more. */
export function removedFrom({ listed, ownLines }: KeptList): ReadonlySet<string> {
	return removedIn([...listed, ...ownLines]);
}
