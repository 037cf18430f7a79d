import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PullFolder } from "./folder.ts";
import type { ListedLine, Substitutes } from "./listed-products.ts";
import type { ShopRequest } from "./shop-files.ts";
import { unusable } from "./stopped.ts";

/** What a folder was last pulled with, so that it can be brought up to date without the list. */
export interface KeptList {
	readonly size: string;
	readonly label: string;
	/** Folders of earlier versions kept none. */
	readonly substitutes?: Substitutes;
	/** What the lines meant. */
	readonly listed: readonly ListedLine[];
	readonly shop: ShopRequest | undefined;
	/** Lines of the shop's export; of the list where there is none. */
	readonly ownLines: readonly ListedLine[];
}

const fileIn = (state: string) => join(state, "list.json");

export async function keepList({ state, files }: PullFolder, list: KeptList): Promise<void> {
	await files.write(fileIn(state), `${JSON.stringify(list)}\n`);
}

/** @returns undefined for a folder into which nothing was pulled */
export async function keptList(out: string): Promise<KeptList | undefined> {
	const file = fileIn(join(out, ".packshot-pull"));
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw unusable(`${file} cannot be read: ${(error as Error).message}`);
	}
}

/** Lines whose product was found before and is in no catalogue any more stand for that product still. */
export function withRemoved(
	listed: readonly ListedLine[],
	before: readonly ListedLine[] | undefined,
): readonly ListedLine[] {
	const known = new Map(before?.map(({ text, barcode }) => [text, barcode]));
	return listed.map((line) => {
		const barcode = known.get(line.text);
		if (line.status === "found" || barcode === undefined) return line;
		return { ...line, status: "removed", barcode, note: "removed from the catalogue" };
	});
}

/** Products that are in the catalogue no more. */
export function removedIn(lines: readonly ListedLine[]): ReadonlySet<string> {
	return new Set(lines.flatMap(({ status, barcode }) => (status === "removed" && barcode ? [barcode] : [])));
}
