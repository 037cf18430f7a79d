import type { ImageUrl } from "../../../src/orders/shop-files/shop-product.ts";
import type { AlertsOfProducts } from "../kosher-alerts.ts";
import type { Matches, ShopOutcome, ShopOutcomes } from "./matches.ts";
import { withdrawnOf } from "./own-cells.ts";
import { exportTable, type ShopExport } from "./shop-export.ts";

/** Files that update products of a shop, by name, and what becomes of the products. */
export interface UpdateFiles {
	/** Undefined for a file that there is not. */
	readonly texts: ReadonlyMap<string, string | undefined>;
	readonly outcomes: ShopOutcomes;
}

/**
 * The file with all corrections, and the urgent one: products that were removed from the catalogue go out of sale, those with withdrawn hechshers or
 * kosher alerts are corrected. @param suffix tells files from those of another table
 */
export function updateFiles(
	own: ShopExport,
	{ table: listed, matches }: Matches,
	imageUrl: ImageUrl,
	suffix: string,
	alerts: AlertsOfProducts,
): UpdateFiles {
	const table = exportTable(listed);
	const removed = matches.filter(({ isRemoved }) => isRemoved);
	const present = matches.filter(({ isRemoved }) => !isRemoved);
	const withdrawn = present.filter(
		(match) => withdrawnOf(match).length > 0 || alerts.has(match.product.barcode),
	);
	// Where it is not known what else is on sale, its cell would have to be empty, which takes it out of sale too.
	const isTogether =
		withdrawn.length === 0 || removed.length === 0 || table.named(...own.saleColumns) !== undefined;
	const update = own.update(table, present, imageUrl);
	const urgent = own.update(table, isTogether ? [...withdrawn, ...removed] : withdrawn, imageUrl);
	const apart = isTogether ? undefined : own.update(table, removed, imageUrl);
	const texts = new Map([
		[own.fileName(`update${suffix}`), update.text],
		[own.fileName(`urgent${suffix}`), urgent.text],
		[own.fileName(`urgent${suffix}-removed`), apart?.text],
	]);
	const outcomes = new Map(
		matches.map((match): [string, ShopOutcome] => {
			const note = (match.isRemoved ? (apart ?? urgent) : update).untouched.get(match);
			const shop = match.isRemoved ? "out of sale" : "updated";
			return [match.product.barcode, note === undefined ? { shop, note: "" } : { shop: "untouched", note }];
		}),
	);
	return { texts, outcomes };
}
