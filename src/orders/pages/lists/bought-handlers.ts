import { currentBarcodes } from "../../../catalogue/barcodes/former-barcodes.ts";
import { locksOf } from "../../../catalogue/fields/locks.ts";
import { namesAreOpen } from "../../../catalogue/search/search-query.ts";
import type { FindProduct } from "../../../catalogue/stored/served-product.ts";
import { ownedClients } from "../../../clients/policy/owned.ts";
import { handlers } from "../../../pages/call.ts";
import type { FindThumbnailVersions } from "../../../pictures/store/thumbnail-versions.ts";
import type { PageCursors } from "../../../platform/page-cursors.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { type BoughtPlace, type BoughtProduct, boughtProducts, catchUp } from "../../bought/bought.ts";
import { alertsOf, type HeldAlert, heldAlerts } from "../../bought/held-alerts.ts";
import { newestOrders } from "../../bought/newest-orders.ts";
import type { NotingParts } from "../../bought/note-orders.ts";
import { findVisible } from "../../buy/priced-lines.ts";
import { expiredOfLines } from "../../contents/expired-lines.ts";
import { cardOf, cardsOf, NO_CARD } from "../../contents/product-cards.ts";
import { requireActive } from "../orders/own-key.ts";
import { listRoutes } from "./contract.ts";

export interface BoughtHandlerParts extends NotingParts {
	readonly findProduct: FindProduct;
	readonly pageCursors: PageCursors;
	readonly findThumbnails: FindThumbnailVersions;
}

/** Products of an alert that are named. */
const NAMED = 3;

/** Handlers for everything that a key ever bought, through orders or reads. */
export function boughtHandlers(parts: BoughtHandlerParts) {
	const { db, pageCursors, findProduct } = parts;
	return handlers(listRoutes)({
		async "GET /alerts"({ person }) {
			const clients = await ownedClients(db.read, person.shop.account_id);
			const held = await heldAlerts(
				db,
				clients.map(({ clientId }) => clientId),
			);
			const named = async ({ barcode, clientId }: HeldAlert["products"][number]) => {
				const client = clients.find((each) => each.clientId === clientId);
				const product = client && (await findVisible(findProduct, { client }, barcode));
				const name = product ? cardOf(product, client, new Map()).name : null;
				return { barcode, name, client_id: clientId };
			};
			return {
				data: await Promise.all(
					held.map(async ({ alert, products }) => {
						const { alert_id, kind, symbol, designation, lots, message, source } = alert;
						const first_products = await Promise.all(products.slice(0, NAMED).map(named));
						const about = { alert_id, kind, symbol, designation, lots, message, source };
						return { ...about, products: products.length, first_products };
					}),
				),
			};
		},
		async "GET /keys/{client_id}/bought"({ person, path, query, nowMs }) {
			const client = await requireActive(db, person, path.client_id, nowMs);
			const { clientId } = client;
			const { search = "", cursor, per_page = 50 } = query;
			const kind = { purpose: "bought products", boundTo: [clientId, search] };
			const after = placeOf(await pageCursors.read(kind, cursor));
			const isComplete = await catchUp(parts, clientId, nowMs);
			const byNames = namesAreOpen(locksOf(client.locks));
			const question = { search, byNames, after, limit: per_page };
			const { products: bought, next } = await boughtProducts(db, clientId, question);
			const barcodes = bought.map(({ barcode }) => barcode);
			const corrected = await currentBarcodes(db.scan, barcodes);
			const find = (barcode: string) => findVisible(findProduct, { client }, barcode);
			const [found, orders] = await Promise.all([
				Promise.all(
					barcodes.map(async (barcode) => (await find(barcode)) ?? find(corrected.get(barcode) ?? "")),
				),
				newestOrders(db, clientId, barcodes, nowMs),
			]);
			const products = found.flatMap((product) => product ?? []);
			const cards = await cardsOf(parts.findThumbnails, products, client);
			const cardAt = (barcode: string) =>
				cards.get(barcode) ?? cards.get(corrected.get(barcode) ?? "") ?? NO_CARD;
			const alerts = await alertsOf(db, barcodes);
			const expiredOf = await expiredOfLines(db, client, bought, nowMs);
			return {
				data: bought.map((row) => ({
					...shownRow(row),
					...cardAt(row.barcode),
					alerts: alerts(row.barcode),
					expired_hechshers: expiredOf(row),
					order_id: orders.get(row.barcode)?.orderId ?? null,
				})),
				next_cursor: next ? await pageCursors.write(kind, `${next.lastAtMs} ${next.barcode}`) : null,
				is_complete: isComplete,
			};
		},
	});
}

function shownRow({ barcode, scopes, variants, otherPictures, firstAtMs, lastAtMs }: BoughtProduct) {
	return {
		barcode,
		scopes: [...scopes],
		variants: [...variants],
		other_pictures: otherPictures,
		first_at: isoTime(firstAtMs),
		last_at: isoTime(lastAtMs),
	};
}

function placeOf(written: string | undefined): BoughtPlace | undefined {
	if (written === undefined) return undefined;
	const [lastAt, barcode = ""] = written.split(" ");
	return { lastAtMs: Number(lastAt), barcode };
}
