import type { OrderLine } from "../../api/routes.ts";
import { formatCount } from "../../format/credits.ts";

/** Warns of products that a shop would get without a name: theirs was left out of the order, perhaps because an earlier one has it. What is not in the catalogue is not in the file. */
export function namelessWords(lines: readonly Pick<OrderLine, "found" | "scopes">[]): string | undefined {
	const count = lines.filter(({ found, scopes }) => found && !scopes.includes("info")).length;
	if (count === 0) return undefined;
	const some =
		count === 1 ? "1 product has its barcode" : `${formatCount(count)} products have their barcodes`;
	return `${some} for a name there, because this order is without product facts of ${count === 1 ? "it" : "them"}.`;
}
