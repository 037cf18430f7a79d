import type { Static } from "typebox";
import { fillBalance } from "../../api/answer-text.ts";
import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import { readDrawn } from "../../pictures/store/shown-pictures.ts";
import type { Database } from "../../platform/db/database.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import { newestOrdersNow } from "../bought/newest-orders.ts";
import { alertedLines, quoteText } from "../contents/order-answer.ts";
import type { OrderStore } from "../contents/order-store.ts";
import { QuoteAnswer } from "../schemas.ts";
import { ORDER_BODY_BYTES, QuoteBody, readOrder } from "./order-body.ts";
import { priceLines } from "./priced-lines.ts";
import { admitQuote } from "./quote-limit.ts";

interface QuoteParts {
	readonly db: Database;
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly metering: Metering;
	readonly orders: OrderStore;
	/** Picture sizes that the installation prepares. */
	readonly imageSizesPx: readonly number[];
}

/** `POST /orders/quote`: what an order would cost; buys and stores nothing (SPEC E8). */
export const postOrdersQuote: ApiRoute<QuoteParts> = {
	id: "quoteOrder",
	tag: "Orders",
	summary: "What an order would cost",
	description: [
		"Takes the body of an order. Free of charge, 10 per minute; `max_credits` is ignored. An order is priced without regard to earlier ones: `held` tells what the newest of them",
		"that can be fetched already has of a product, free of charge; `drawn` on which pictures the visible watermark would be.",
	].join(" "),
	access: "bearer",
	body: QuoteBody,
	bodyLimitBytes: ORDER_BODY_BYTES,
	answer: QuoteAnswer,
	answerText: "Its lines and their prices.",
	errors: ["bad_request", "invalid_barcode", "scope_forbidden", "upstream_error"],
	handle:
		({ db, findProduct, prices, metering, orders, imageSizesPx }) =>
		async (request, reply) => {
			const caller = callerOf(request);
			const { items, name, sizePx } = readOrder(request.body as Static<typeof QuoteBody>, imageSizesPx);
			const { arrivedAtMs: atMs } = request;
			const { clientId, watermark } = caller.client;
			await admitQuote(db, clientId, atMs);
			const priced = await priceLines({ find: findProduct, prices: await prices(), atMs }, items, caller);
			const lines = priced.lines.map(({ line }) => line);
			const barcodes = lines.map(({ barcode }) => barcode);
			const held = await newestOrdersNow({ db, orders }, clientId, barcodes, atMs);
			const drawn = await readDrawn(db, watermark, lines, sizePx);
			const text = quoteText(
				request,
				{ name, units: priced.charge.units },
				{ ...(await alertedLines(db, lines)), held, drawn },
			);
			const { balanceUnits } = await metering.showBalance(request);
			return reply.header("content-type", JSON_TYPE).send(fillBalance(text, balanceUnits));
		},
};
