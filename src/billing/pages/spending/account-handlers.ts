import { Readable } from "node:stream";
import { creditsForJson, formatCredits } from "../../../api/credits.ts";
import { type Granularity, usageRange } from "../../../clients/account/usage-range.ts";
import { usageSeries } from "../../../clients/account/usage-series.ts";
import { type Client, nameForOwner } from "../../../clients/policy/client.ts";
import { ownedClients } from "../../../clients/policy/owned.ts";
import { catchUpAll } from "../../../orders/bought/bought.ts";
import { findVisible } from "../../../orders/buy/priced-lines.ts";
import { cardsOf, NO_CARD } from "../../../orders/contents/product-cards.ts";
import type { BoughtHandlerParts } from "../../../orders/pages/lists/bought-handlers.ts";
import { type Call, handlers } from "../../../pages/call.ts";
import { daySpan } from "../../../pages/day-span.ts";
import { BYTE_ORDER_MARK, textCell } from "../../../platform/csv-cell.ts";
import { badRequest, commonErrors } from "../../../platform/http/http-error.ts";
import type { QueryOf } from "../../../platform/http/route.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { actionName, isAction } from "../../prices/actions.ts";
import { readDailyUsage, readUsage } from "../../usage/usage.ts";
import {
	type AccountSpending,
	type Days,
	emailsOf,
	readAccountSpending,
	type Spent,
} from "./account-spending.ts";
import { spendingRoutes } from "./contract.ts";

export type SpendingParts = Omit<BoughtHandlerParts, "pageCursors">;
const PRODUCTS_SHOWN = 10;
const PRODUCTS_IN_CSV = 10_000;

/** Longer ranges would make the comparison, which is kept for months, say nothing. */
const MOST_DAYS = 400;

export function accountSpendingHandlers(parts: SpendingParts) {
	return handlers(spendingRoutes)({
		async "GET /spending"({ person, query, nowMs }) {
			const asked = await askedBy(parts, person, query);
			const isComplete = await catchUpAll(parts, idsOf(asked.clients), nowMs);
			const [spending, emails, usage] = await Promise.all([
				readAccountSpending(parts.db, { ...asked, mostProducts: PRODUCTS_SHOWN }),
				emailsOf(parts.db, person.shop),
				usageOf(parts, asked.clients, query, nowMs),
			]);
			return {
				...usage,
				credits: creditsForJson(spending.total.units),
				credits_before: beforeOf(spending.total),
				by_key: spending.keys.map(({ client, ...spent }) => ({ ...keyOf(client), ...amountsOf(spent) })),
				by_person: spending.people.map(({ client, personId, ...spent }) => ({
					email: (personId !== null && emails.get(personId)) || null,
					key: client && keyOf(client),
					...amountsOf(spent),
				})),
				by_product: await shownProducts(parts, asked.clients, spending.products),
				other_products: {
					products: spending.otherProducts.products,
					credits: creditsForJson(spending.otherProducts.units),
				},
				no_product_credits: creditsForJson(spending.noProductUnits),
				by_kind: spending.kinds.map(({ action, ...spent }) => ({ action, ...amountsOf(spent) })),
				is_complete: isComplete,
			};
		},
		async "GET /spending.csv"({ person, query, reply, nowMs }) {
			const asked = await askedBy(parts, person, query);
			await catchUpAll(parts, idsOf(asked.clients), nowMs);
			const [spending, emails] = await Promise.all([
				readAccountSpending(parts.db, { ...asked, mostProducts: PRODUCTS_IN_CSV }),
				emailsOf(parts.db, person.shop),
			]);
			const products = await shownProducts(parts, asked.clients, spending.products);
			const names = new Map(products.map(({ barcode, name }) => [barcode, name]));
			reply.header("content-disposition", `attachment; filename="spending-${query.from}-${query.to}.csv"`);
			reply.type("text/csv; charset=utf-8");
			reply.send(Readable.from(csvLines(spending, emails, names)));
		},
	});
}

interface AskedFor {
	readonly clients: readonly Client[];
	readonly days: Days;
	readonly before: Days | undefined;
}

/** @throws HttpError 404 for a key of another account, 400 for days in the wrong order. */
async function askedBy(
	{ db }: Pick<SpendingParts, "db">,
	person: Call<(typeof spendingRoutes)["GET /spending"]>["person"],
	{ client_id, from, to, before_from, before_to }: QueryOf<(typeof spendingRoutes)["GET /spending"]>,
): Promise<AskedFor> {
	const owned = await ownedClients(db.read, person.shop.account_id);
	const clients = client_id === undefined ? owned : owned.filter(({ clientId }) => clientId === client_id);
	if (client_id !== undefined && clients.length === 0) throw commonErrors.not_found();
	if ((before_from === undefined) !== (before_to === undefined)) {
		throw badRequest("before_from and before_to go together.");
	}
	const before =
		before_from === undefined || before_to === undefined
			? undefined
			: daysOf("before_from", "before_to", before_from, before_to);
	return { clients, days: daysOf("from", "to", from, to), before };
}

function daysOf(fromName: string, toName: string, from: string, to: string): Days {
	const { startMs = 0, endMs = 0 } = daySpan({ from, to });
	if (startMs < 0 || startMs >= endMs) {
		throw badRequest(`${fromName} must not be later than ${toName}, nor before 1970.`);
	}
	if (endMs - startMs > MOST_DAYS * DAY_MS) {
		throw badRequest(`${fromName} to ${toName} must be at most ${MOST_DAYS} days.`);
	}
	return { startMs, endMs };
}

/** Requests and credits over time: one day by the hour, more days by the day, several months by the month. */
async function usageOf(
	{ db }: Pick<SpendingParts, "db">,
	clients: readonly Client[],
	{ from, to }: QueryOf<(typeof spendingRoutes)["GET /spending"]>,
	nowMs: number,
) {
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
	const granularity: Granularity = days === 1 ? "hour" : days <= MOST_BARS ? "day" : "month";
	const range = usageRange({ from, to, granularity }, nowMs);
	const ids = idsOf(clients);
	const { startMs, endMs } = range;
	const rows =
		granularity === "hour"
			? (await Promise.all(ids.map((clientId) => readUsage(db, clientId, startMs, endMs)))).flat()
			: await readDailyUsage(db, ids, startMs, endMs);
	return { granularity, from: range.from, to: range.to, ...usageSeries(rows, range) };
}

const MOST_BARS = 62;

/** Products as a key that was charged for them sees them. */
async function shownProducts(
	{ findProduct, findThumbnails }: SpendingParts,
	clients: readonly Client[],
	products: AccountSpending["products"],
) {
	const cards = new Map<string, typeof NO_CARD>();
	for (const client of clients) {
		const own = products.filter(({ clientId }) => clientId === client.clientId);
		const found = await Promise.all(own.map(({ barcode }) => findVisible(findProduct, { client }, barcode)));
		const seen = found.flatMap((product) => product ?? []);
		for (const [barcode, card] of await cardsOf(findThumbnails, seen, client)) cards.set(barcode, card);
	}
	return products.map(({ barcode, clientId: _, ...spent }) => ({
		barcode,
		is_known: cards.has(barcode),
		...(cards.get(barcode) ?? NO_CARD),
		...amountsOf(spent),
	}));
}

function idsOf(clients: readonly Client[]): string[] {
	return clients.map(({ clientId }) => clientId);
}

function keyOf({ clientId, name, isKeyless }: Client) {
	return { client_id: clientId, client_name: name, is_account: isKeyless };
}

function amountsOf({ count, units, ...spent }: Spent) {
	return { count, credits: creditsForJson(units), credits_before: beforeOf(spent) };
}

function beforeOf({ unitsBefore }: Pick<Spent, "unitsBefore">): number | null {
	return unitsBefore === null ? null : creditsForJson(unitsBefore);
}

const COLUMNS = ["by", "name", "id", "count", "credits", "credits_before"];

/** The same as CSV (RFC 4180): a line for each key, person, product and kind of charge. */
function* csvLines(
	spending: AccountSpending,
	emails: ReadonlyMap<string, string>,
	names: ReadonlyMap<string, string | null>,
): Generator<string> {
	yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
	yield csvLine(["total", "", ""], spending.total);
	for (const { client, ...spent } of spending.keys) {
		yield csvLine(["key", nameForOwner(client), client.clientId], spent);
	}
	for (const { client, personId, ...spent } of spending.people) {
		const name = client ? nameForOwner(client) : ((personId && emails.get(personId)) ?? "Former member");
		yield csvLine([client ? "person (by key)" : "person", name, client?.clientId ?? ""], spent);
	}
	for (const { barcode, ...spent } of spending.products) {
		yield csvLine(["product", names.get(barcode) ?? "", barcode], spent);
	}
	const { products: count, units } = spending.otherProducts;
	if (count > 0)
		yield csvLine(["product", `${count} other products`, ""], { count, units, unitsBefore: null });
	for (const { action, ...spent } of spending.kinds) {
		yield csvLine(["kind", isAction(action) ? actionName(action) : action, ""], spent);
	}
}

function csvLine(texts: readonly string[], { count, units, unitsBefore }: Spent): string {
	const amounts = [
		String(count),
		formatCredits(units),
		unitsBefore === null ? "" : formatCredits(unitsBefore),
	];
	return `${[...texts.map(textCell), ...amounts].join(",")}\r\n`;
}
