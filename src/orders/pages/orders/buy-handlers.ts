import type { FastifyRequest } from "fastify";
import { creditsForJson, creditsOrNull } from "../../../api/credits.ts";
import { means } from "../../../clients/account/price-for.ts";
import { clientErrors } from "../../../clients/errors.ts";
import type { Client } from "../../../clients/policy/client.ts";
import { type Call, handlers } from "../../../pages/call.ts";
import { perMinute } from "../../../pages/per-minute.ts";
import type { FindThumbnailVersions } from "../../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../../platform/db/database.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import type { BodyOf } from "../../../platform/http/route.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { heldBy } from "../../bought/bought.ts";
import { newestOrdersNow } from "../../bought/newest-orders.ts";
import { type BuyParts, buyOrder } from "../../buy/buy-order.ts";
import { readCap, readOrder } from "../../buy/order-body.ts";
import { priceLines } from "../../buy/priced-lines.ts";
import { drawnOf, linesAnswer } from "../../contents/product-cards.ts";
import { placeOwnOrder } from "./changes.ts";
import { orderRoutes } from "./contract.ts";
import { orderSummary } from "./order-handlers.ts";
import { requireActive, requireAddress } from "./own-key.ts";

export interface BuyHandlerParts extends BuyParts {
	/** Picture sizes that the installation prepares. */
	readonly imageSizesPx: readonly number[];
	readonly findThumbnails: FindThumbnailVersions;
}

/** A quote reveals what data products have, which the availability endpoints sell: it is for people, not for crawling. */
const SMALL_ITEMS = 50;
const SMALL_A_MINUTE = 60;
const LARGE_A_MINUTE = 10;

/** Handlers for quoting and buying orders: with the commands of the API, for an account instead of a token. */
export function buyHandlers(parts: BuyHandlerParts) {
	const admitSmall = perMinute(SMALL_A_MINUTE);
	const admitLarge = perMinute(LARGE_A_MINUTE);
	return handlers(orderRoutes)({
		async "POST /keys/{client_id}/orders/quote"({ person, path, body, nowMs }) {
			const { db } = parts;
			const client = await requireActive(db, person, path.client_id, nowMs);
			const admit = body.items.length <= SMALL_ITEMS ? admitSmall : admitLarge;
			admit(person.account.account_id, nowMs);
			const { items, sizePx } = readOrder(plainBody(body), parts.imageSizesPx);
			const list = await parts.prices();
			const priced = await priceLines({ find: parts.findProduct, prices: list, atMs: nowMs }, items, {
				client,
			});
			const lines = await linesAnswer(
				parts,
				client,
				priced.lines.map(({ line }) => line),
				priced.lines.flatMap(({ product }) => product ?? []),
			);
			const held = await heldOf(parts, client.clientId, lines, nowMs);
			return {
				lines: lines.map((line) => ({ ...line, held: held(line.barcode) })),
				...(await drawnOf(db, client, lines, sizePx)),
				...(await affordable(db, client, priced.charge.units, nowMs)),
				sizes: [...parts.imageSizesPx],
				days: parts.orderDays,
			};
		},
		"POST /keys/{client_id}/orders": (call) => placeOnce(parts, call),
	});
}

async function placeOnce(
	parts: BuyHandlerParts,
	call: Call<(typeof orderRoutes)["POST /keys/{client_id}/orders"]>,
) {
	const { person, path, body, actor, nowMs, request } = call;
	const { db } = parts;
	const client = await requireActive(db, person, path.client_id, nowMs);
	requireAddress(client, request);
	const wanted = readOrder(plainBody(body), parts.imageSizesPx);
	meter(request, client);
	const accountId = person.shop.account_id;
	const { order, balanceUnits, earlierRequestId } = await buyOrder(parts, {
		request,
		caller: { client },
		wanted,
		maxUnits: readCap(body),
		claimKey: {
			clientId: client.clientId,
			method: request.method,
			route: request.routeOptions.url ?? "",
			key: body.idempotency_key,
		},
		async place(placement) {
			const outcome = await db.write(placeOwnOrder, { accountId, placement, actor });
			if (typeof outcome === "string") throw { ...commonErrors, ...clientErrors }[outcome]();
			return outcome;
		},
	});
	return {
		...orderSummary(order),
		balance: creditsForJson(balanceUnits),
		is_repeat: earlierRequestId !== undefined,
	};
}

/** The body as the API's endpoints accept it: without members that only the pages send. */
function plainBody(body: BodyOf<(typeof orderRoutes)["POST /keys/{client_id}/orders/quote"]>) {
	const { idempotency_key: _, ...order } = body as BodyOf<
		(typeof orderRoutes)["POST /keys/{client_id}/orders"]
	>;
	return order;
}

/** Charges the request to the key. It counts against no limit of the API, so there are no counters to save with it. */
function meter(request: FastifyRequest, { clientId }: Client): void {
	request.metered = {
		clientId,
		windows: () => undefined,
		uncountRequest: async () => undefined,
	};
}

/** What the key's orders contain of some products already. */
async function heldOf(
	parts: BuyHandlerParts,
	clientId: string,
	lines: readonly { readonly barcode: string }[],
	nowMs: number,
) {
	const barcodes = lines.map(({ barcode }) => barcode);
	const newest = await newestOrdersNow(parts, clientId, barcodes, nowMs);
	const all = await heldBy(parts.db, clientId, [...newest.keys()], nowMs);
	return (barcode: string) => {
		const [order, held] = [newest.get(barcode), all.get(barcode)];
		if (!order || !held) return null;
		return {
			order_id: order.orderId,
			expires_at: isoTime(order.expiresAtMs),
			size: order.sizePx,
			scopes: [...held.scopes],
			variants: [...held.variants],
		};
	};
}

/** What some units are to a key at this moment. At purchase it is decided in the database. */
async function affordable(db: Database, { clientId }: Client, units: number, nowMs: number) {
	const { balanceUnits, leftUnits, isAffordable } = await means(db, clientId, units, nowMs);
	return {
		credits: creditsForJson(units),
		balance: creditsForJson(balanceUnits),
		balance_after: creditsForJson(balanceUnits - units),
		left_of_caps: creditsOrNull(leftUnits),
		is_affordable: isAffordable,
	};
}
