import type { FastifyRequest } from "fastify";
import { creditsForJson } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { usageSince } from "../../billing/usage/usage.ts";
import { startOf } from "../../clients/account/usage-range.ts";
import type { Client } from "../../clients/policy/client.ts";
import { type BuyParts, buyOrder } from "../../orders/buy/buy-order.ts";
import { readCap, readOrder } from "../../orders/buy/order-body.ts";
import { type PricedOrder, priceLines } from "../../orders/buy/priced-lines.ts";
import type { FindThumbnailVersions } from "../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RouteBody } from "../contract.ts";
import { portalError } from "../errors.ts";
import type { Call, Handlers } from "../http/call.ts";
import { orderSummary } from "./answers.ts";
import { placeOwnOrder } from "./changes.ts";
import { requireActive, requireAddress } from "./own-key.ts";
import { cardsOf, NO_CARD } from "./product-cards.ts";
import { createQuoteLimit } from "./quote-limit.ts";

export interface BuyHandlerParts extends BuyParts {
	/** Picture sizes that the installation prepares. */
	readonly imageSizesPx: readonly number[];
	readonly findThumbnails: FindThumbnailVersions;
}

type BuyRoute = "POST /keys/{client_id}/orders/quote" | "POST /keys/{client_id}/orders";

/** Handlers for quoting and buying orders: with the commands of the API, for an account instead of a token. */
export function buyHandlers(parts: BuyHandlerParts): Handlers<BuyRoute> {
	const admitQuote = createQuoteLimit();
	return {
		async "POST /keys/{client_id}/orders/quote"({ person, path, body, nowMs }) {
			const { db } = parts;
			const client = await requireActive(db, person, path.client_id, nowMs);
			admitQuote(person.account.account_id, body.items.length, nowMs);
			const { items } = readOrder(plainBody(body), parts.imageSizesPx);
			const list = await parts.prices();
			const priced = await priceLines({ find: parts.findProduct, prices: list, atMs: nowMs }, items, {
				client,
			});
			return {
				lines: await shownLines(parts.findThumbnails, client, priced),
				...(await affordable(db, client, priced.charge.units, nowMs)),
				sizes: [...parts.imageSizesPx],
				days: parts.orderDays,
			};
		},
		"POST /keys/{client_id}/orders": (call) => placeOnce(parts, call),
	};
}

async function placeOnce(parts: BuyHandlerParts, call: Call<"POST /keys/{client_id}/orders">) {
	const { person, path, body, actor, nowMs, request } = call;
	const { db } = parts;
	const client = await requireActive(db, person, path.client_id, nowMs);
	requireAddress(client, request);
	const wanted = readOrder(plainBody(body), parts.imageSizesPx);
	meter(request, client);
	const accountId = person.account.account_id;
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
			if (outcome === "not_found") throw portalError("not_found");
			if (outcome === "not_active") throw portalError("key_not_active");
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
function plainBody(body: RouteBody<"POST /keys/{client_id}/orders/quote">) {
	const { idempotency_key: _, ...order } = body as RouteBody<"POST /keys/{client_id}/orders">;
	return order;
}

/** Charges the request to the key. It counts against no limit of the API, so there are no counters to save with it. */
function meter(request: FastifyRequest, { clientId, dailyCapUnits }: Client): void {
	request.metered = {
		clientId,
		dailyCapUnits,
		windows: () => undefined,
		uncountRequest: async () => undefined,
	};
}

async function shownLines(find: FindThumbnailVersions, client: Client, { lines }: PricedOrder) {
	const products = lines.flatMap(({ product }) => product ?? []);
	const cards = await cardsOf(find, products, client);
	return lines.map(({ line: { units, ...line } }) => ({
		...line,
		scopes: [...line.scopes],
		variants: [...line.variants],
		...(cards.get(line.barcode) ?? NO_CARD),
		credits: creditsForJson(units),
	}));
}

/** Whether a key can currently pay. At purchase this is decided in the database. */
async function affordable(db: Database, client: Client, units: number, nowMs: number) {
	const [balanceUnits, [today]] = await Promise.all([
		readBalance(db, client.clientId),
		usageSince(db, client.clientId, startOf("day", nowMs)),
	]);
	const left = client.dailyCapUnits === null ? null : Math.max(0, client.dailyCapUnits - today.units);
	return {
		credits: creditsForJson(units),
		balance: creditsForJson(balanceUnits),
		balance_after: creditsForJson(balanceUnits - units),
		left_of_daily_cap: left === null ? null : creditsForJson(left),
		is_affordable: units === 0 || (units <= balanceUnits && (left === null || units <= left)),
	};
}
