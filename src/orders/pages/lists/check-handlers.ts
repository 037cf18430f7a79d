import { creditsForJson } from "../../../api/credits.ts";
import type { PriceList } from "../../../billing/prices/prices.ts";
import { createListLookup } from "../../../catalogue/barcodes/find-products.ts";
import { type ResolvedBarcode, resolveBarcodes } from "../../../catalogue/barcodes/resolve-barcodes.ts";
import { METADATA_SCOPES } from "../../../catalogue/fields/scopes.ts";
import { selectionOf } from "../../../catalogue/reading/product-query.ts";
import { scopeFilter } from "../../../catalogue/reading/scope-filter.ts";
import type { FindProduct } from "../../../catalogue/stored/served-product.ts";
import type { Client } from "../../../clients/policy/client.ts";
import { type Call, handlers } from "../../../pages/call.ts";
import { perMinute } from "../../../pages/per-minute.ts";
import type { FindThumbnailVersions } from "../../../pictures/store/thumbnail-versions.ts";
import { catchUp, heldBy } from "../../bought/bought.ts";
import type { NotingParts } from "../../bought/note-orders.ts";
import { priceLines } from "../../buy/priced-lines.ts";
import { linesAnswer, NO_CARD } from "../../contents/product-cards.ts";
import { requireActive } from "../orders/own-key.ts";
import { type CheckedBarcode, type ListCheck, listRoutes } from "./contract.ts";

export interface CheckParts extends NotingParts {
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly findThumbnails: FindThumbnailVersions;
}

/** Four lists of maximum size: a check reveals what data products have, so it is for people, not for crawling. */
const CHECKS_A_MINUTE = 40;

/** What the barcodes of a list are, what data exists for them, what it costs, and what the key already has. */
export function checkHandlers(parts: CheckParts) {
	const admit = perMinute(CHECKS_A_MINUTE);
	const find = createListLookup(parts.db, ["brand_number", "department_number"]);
	const resolve = (client: Client, texts: readonly string[]) => {
		const isVisible = scopeFilter(client);
		return resolveBarcodes(texts, async (candidates) => {
			const found = await find(candidates);
			return new Set([...found].flatMap(([barcode, labels]) => (isVisible(barcode, labels) ? barcode : [])));
		});
	};
	return handlers(listRoutes)({
		async "POST /keys/{client_id}/list-check"(call) {
			const { person, path, body, nowMs } = call;
			const client = await requireActive(parts.db, person, path.client_id, nowMs);
			admit(person.account.account_id, nowMs);
			const resolved = await resolve(client, body.barcodes);
			const barcodes = [...new Set([...resolved.values()].flatMap(({ barcode }) => barcode ?? []))];
			const prices = await parts.prices();
			const found = await foundProducts(parts, prices, client, barcodes, call);
			await catchUp(parts, client.clientId, nowMs);
			const held = await heldBy(parts.db, client.clientId, barcodes, nowMs);
			return {
				results: [...resolved].map(([text, result]) => ({
					text,
					...result,
					...(found.get(result.barcode ?? "") ?? NOTHING_FOUND),
					held: heldOf(held, result),
				})),
				prices: pricesAt(prices, nowMs),
			};
		},
	});
}

const NOTHING_FOUND = { ...NO_CARD, scopes: [], variants: [], credits: 0, alerts: [] };

/** For each product, what exists of the requested data, and its current cost. */
async function foundProducts(
	parts: CheckParts,
	prices: PriceList,
	client: Client,
	barcodes: readonly string[],
	{ body, nowMs }: Pick<Call<(typeof listRoutes)["POST /keys/{client_id}/list-check"]>, "body" | "nowMs">,
): Promise<ReadonlyMap<string, Pick<CheckedBarcode, keyof typeof NOTHING_FOUND>>> {
	const { include, variants } = body;
	const wanted = selectionOf({ ...(include ? { include } : {}), ...(variants ? { variants } : {}) }, []);
	const items = barcodes.map((barcode) => ({ barcode, ...wanted }));
	const pricing = { find: parts.findProduct, prices, atMs: nowMs };
	const { lines } = await priceLines(pricing, items, { client });
	const shown = await linesAnswer(
		parts,
		client,
		lines.map(({ line }) => line),
		lines.flatMap(({ product }) => product ?? []),
	);
	return new Map(shown.map(({ barcode, found: _, ...line }) => [barcode, line]));
}

function pricesAt(prices: PriceList, atMs: number): ListCheck["prices"] {
	return {
		scopes: METADATA_SCOPES.map((scope) => ({
			scope,
			price: creditsForJson(prices.unitsOf(`products.get.${scope}`, atMs)),
		})),
		picture: creditsForJson(prices.unitsOf("products.get.per_image", atMs)),
	};
}

function heldOf(held: Awaited<ReturnType<typeof heldBy>>, { barcode }: ResolvedBarcode) {
	const found = barcode === null ? undefined : held.get(barcode);
	return found ? { scopes: [...found.scopes], variants: [...found.variants] } : null;
}
