import { earlierVersions } from "./earlier-versions.ts";
import type { KeptList } from "./kept-list.ts";
import { alertText, liveAlerts, sayAlerts, writeAlerts } from "./kosher-alerts.ts";
import { readOrders } from "./order-files.ts";
import { writeProducts } from "./product-files.ts";
import { pulledProducts } from "./pulled-products.ts";
import type { Pulling } from "./pulling.ts";
import { type Report, writeReport } from "./report.ts";
import { keptSettings, wantedOf } from "./settings.ts";
import { writeShopFiles } from "./shop-files.ts";
import { uploadPictures } from "./upload/upload-pictures.ts";

/** What a run has found. */
export interface Results {
	/** What changed of products, by barcode. */
	readonly notes: ReadonlyMap<string, readonly string[]>;
	/** Whether the folder was brought up to date, rather than a list pulled. */
	readonly isRefresh: boolean;
}

/**
 * Writes the products, publishes their pictures where that is wanted, and writes the files for the shop and the report.
 */
export async function writeResults(
	pulling: Pulling,
	{ listed, shop, ownLines }: KeptList,
	{ notes, isRefresh }: Results,
): Promise<Report> {
	const { folder, uploader, say } = pulling;
	const orders = await readOrders(folder);
	const earlier = await earlierVersions(folder);
	const all = await pulledProducts(folder, listed, orders);
	const products = all.filter(
		({ scopes, variants }) => Object.keys(scopes).length > 0 || variants.length > 0,
	);
	await writeProducts(folder, products);
	const alerts = await liveAlerts(
		pulling.packshot,
		products.map(({ barcode }) => barcode),
	);
	await writeAlerts(folder, alerts);
	sayAlerts(alerts, say);
	const uploaded = uploader && (await uploadPictures(folder, products, { ...pulling, uploader }));
	const wanted = wantedOf(keptSettings(folder.path));
	const files = { lines: ownLines, earlier, wanted, uploaded, isRefresh };
	const outcomes = shop && (await writeShopFiles(folder, all, { ...shop, ...files, alerts }, say));
	const told = new Map(notes);
	for (const [barcode, each] of alerts)
		told.set(barcode, [...each.map(alertText), ...(notes.get(barcode) ?? [])]);
	return writeReport(folder, listed, { orders, products, outcomes, notes: told });
}
