import type { KeptList } from "./kept-list.ts";
import { readOrders } from "./order-files.ts";
import { writeProducts } from "./product-files.ts";
import { pulledProducts } from "./pulled-products.ts";
import type { Pulling } from "./pulling.ts";
import { type Report, writeReport } from "./report.ts";
import { writeShopFiles } from "./shop-files.ts";
import { uploadPictures } from "./upload/upload-pictures.ts";

/**
 * Writes the products, publishes their pictures where that is wanted, and writes the files for the shop and the report.
 * @param notes what changed of products, by barcode
 */
export async function writeResults(
	pulling: Pulling,
	{ listed, shop, ownLines }: KeptList,
	notes: ReadonlyMap<string, readonly string[]>,
): Promise<Report> {
	const { folder, uploader, say } = pulling;
	const orders = await readOrders(folder);
	const products = await pulledProducts(folder, listed, orders);
	await writeProducts(folder, products);
	const uploaded = uploader && (await uploadPictures(folder, products, { ...pulling, uploader }));
	const outcomes = shop && (await writeShopFiles(folder, products, { ...shop, uploaded }, ownLines, say));
	return writeReport(folder, listed, { orders, products, outcomes, notes });
}
