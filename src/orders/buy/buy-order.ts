import type { FastifyRequest } from "fastify";
import { apiErrors } from "../../api/errors.ts";
import { answerFor, type ClaimKey, type EarlierAnswer, storedAnswer } from "../../api/idempotency/claim.ts";
import { bodyHash } from "../../api/idempotency/key.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import type { SettleOutcome } from "../../billing/ledger/settlement.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import type { ProductCaller } from "../../catalogue/reading/read-product.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { type AlertedLines, alertedLines } from "../contents/order-answer.ts";
import type { OrderStore } from "../contents/order-store.ts";
import type { ClientOrderTable } from "../tables.ts";
import { requireWithinCap, storeContent } from "./new-order.ts";
import type { WantedOrder } from "./order-body.ts";
import type { Placement } from "./place-order.ts";
import { type PricedOrder, priceLines } from "./priced-lines.ts";

export interface BuyParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly metering: Metering;
	readonly orders: OrderStore;
	readonly orderDays: number;
}

/** A purchase and its buyer. The request is metered for the client. */
export interface Purchase {
	readonly request: FastifyRequest;
	readonly caller: ProductCaller & { readonly client: Client };
	readonly wanted: WantedOrder;
	/** What it may cost at most; `undefined`: whatever it costs. */
	readonly maxUnits: number | undefined;
	/** The idempotency key; undefined: every request buys. */
	readonly claimKey: ClaimKey | undefined;
	/** Charges and records the order in one transaction: `placeOrder`, or a command that does more besides. */
	readonly place: (placement: Placement) => Promise<SettleOutcome>;
}

/** An order that has been paid for. */
export interface BoughtOrder extends AlertedLines {
	readonly order: ClientOrderTable;
	/** Right after payment. */
	readonly balanceUnits: number;
	/** The request that originally bought it under the same key, if it was not this one. */
	readonly earlierRequestId?: string;
}

/**
 * Buys an order, or returns the one bought earlier under the same key (SPEC E8). If it is refused, nothing is bought.
 * @throws HttpError 402, 403 `scope_forbidden`, 409 for a key that was used with another body, 422 `max_credits_exceeded`.
 */
export async function buyOrder(parts: BuyParts, purchase: Purchase): Promise<BoughtOrder> {
	const { db, findProduct, prices, blobs } = parts;
	const { request, caller, wanted, maxUnits } = purchase;
	const earlier = await earlierAnswer(db, purchase);
	if (earlier) return boughtBefore(parts, purchase, earlier);
	const { arrivedAtMs: atMs, id: requestId } = request;
	const priced = await priceLines({ find: findProduct, prices: await prices(), atMs }, wanted.items, caller);
	requireWithinCap(maxUnits, priced);
	const moment = { atMs, expiresAtMs: atMs + parts.orderDays * DAY_MS, requestId };
	const order = await storeContent(blobs, caller.client, { wanted, priced }, moment);
	// All that the answer tells is known before anything is paid: the database may be away right afterwards.
	const alerted = await alertedLines(
		db,
		priced.lines.map(({ line }) => line),
	);
	const paid = await pay(parts, purchase, order, priced);
	if (paid.earlier) return boughtBefore(parts, purchase, paid.earlier);
	return { order, ...alerted, balanceUnits: paid.balanceUnits };
}

/** The response to an earlier request with the same key. Checked before anything else: what the order would cost today is irrelevant. */
async function earlierAnswer(
	db: Database,
	{ request, claimKey }: Purchase,
): Promise<EarlierAnswer | undefined> {
	const stored = claimKey && (await storedAnswer(db.read, claimKey, request.arrivedAtMs));
	return stored && answerFor(stored, bodyHash(request.rawBody ?? ""));
}

/** Pays for an order and records it. If that is refused, its content is deleted. */
async function pay(
	{ blobs, metering }: BuyParts,
	{ request, claimKey, place }: Purchase,
	order: ClientOrderTable,
	{ charge, lines }: PricedOrder,
) {
	const [only, ...others] = lines.filter(({ line }) => line.found);
	const product = only && others.length === 0 ? { barcode: only.line.barcode } : {};
	// The response itself is rebuilt from the order, so that the transaction stays small.
	const stored = { bodyHash: bodyHash(request.rawBody ?? ""), head: order.order_id, tail: "" };
	const claim = claimKey && {
		...claimKey,
		...stored,
		status: 201,
		requestId: request.id,
		expiresAtMs: order.expires_at,
	};
	const outcome = await metering.settleWith(request, charge, 201, (settlement) =>
		place({
			settlement: { ...settlement, ...product, note: order.order_id, ...(claim ? { claim } : {}) },
			row: order,
		}),
	);
	if (!outcome.paid || outcome.earlier) await discard(blobs, order, request);
	metering.requirePaid(request, outcome, order.units);
	return outcome;
}

/** No row names the content; if deleting it fails, it goes when the order would have expired. */
async function discard(
	blobs: BlobStore,
	{ content_blob }: ClientOrderTable,
	request: FastifyRequest,
): Promise<void> {
	await blobs
		.delete(content_blob)
		.catch((fault) =>
			request.log.warn({ err: fault, reqId: request.id }, "the content of a refused order is left"),
		);
}

/** The order bought under the same key, as it was returned then (SPEC D24). @throws HttpError 409 when the body was different. */
async function boughtBefore(
	{ db, orders }: BuyParts,
	{ request, caller }: Purchase,
	earlier: EarlierAnswer,
): Promise<BoughtOrder> {
	if (earlier.kind === "mismatch") throw apiErrors.idempotency_key_mismatch();
	const order = await orders.find(caller.client.clientId, earlier.head, request.arrivedAtMs);
	const { lines } = await orders.content(order);
	const alerted = await alertedLines(db, lines);
	return { order, ...alerted, balanceUnits: earlier.balanceUnits, earlierRequestId: earlier.requestId };
}
