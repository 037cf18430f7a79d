import type { Database } from "../../platform/db/database.ts";
import { validity } from "./given.ts";
import { certificateOf, linksOf, storedHechshers } from "./links.ts";
import { readContents } from "./write-certificates.ts";

/** Symbols of the hechshers whose certificate has ended, by barcode; products without any are left out. */
export async function expiredHechshers(
	{ read }: Pick<Database, "read">,
	barcodes: readonly string[],
	today: string,
): Promise<ReadonlyMap<string, string[]>> {
	if (barcodes.length === 0) return new Map();
	const rows = await read
		.selectFrom("product")
		.select(["barcode", "hechshers", "hechshers_as_given", "certificates"])
		.where("barcode", "in", barcodes)
		.where("certificates", "is not", null)
		.execute();
	const contents = await readContents(read, rows);
	const expired = rows.map((row): [string, string[]] => {
		const links = linksOf(row);
		const ended = storedHechshers(row).filter(
			(each) => validity(contents.get(certificateOf(each, links) ?? ""), today) === "expired",
		);
		return [row.barcode, ended.map(({ symbol }) => symbol)];
	});
	return new Map(expired.filter(([, symbols]) => symbols.length > 0));
}
