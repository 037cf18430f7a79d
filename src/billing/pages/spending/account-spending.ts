import type { Client } from "../../../clients/policy/client.ts";
import { membersOf } from "../../../people/members/memberships.ts";
import type { AccountTable } from "../../../people/tables.ts";
import type { Database } from "../../../platform/db/database.ts";
import { type ProductSpent, readProductSpending, sumProductSpending } from "../../usage/product-spending.ts";
import { readUsageByClient } from "../../usage/usage.ts";

/** UTC days, the last one excluded. */
export interface Days {
	readonly startMs: number;
	readonly endMs: number;
}

/** What was spent, and in the days that it is compared with: null if it is not compared. */
export interface Spent {
	/** Requests, orders or charges. */
	readonly count: number;
	readonly units: number;
	readonly unitsBefore: number | null;
}

/** What an account spent with some of its clients. Each list is complete but for products, and in descending order of units. */
export interface AccountSpending {
	readonly total: Spent;
	readonly keys: readonly (Spent & { readonly client: Client })[];
	/** Orders made in the pages, by person; and what programs spent, by client. */
	readonly people: readonly (Spent & { readonly personId: string | null; readonly client: Client | null })[];
	readonly products: readonly (Spent & Pick<ProductSpent, "barcode" | "clientId">)[];
	readonly otherProducts: { readonly products: number; readonly units: number };
	readonly noProductUnits: number;
	readonly kinds: readonly (Spent & { readonly action: string })[];
}

interface Asked {
	readonly clients: readonly Client[];
	readonly days: Days;
	readonly before: Days | undefined;
	readonly mostProducts: number;
}

/** What clients of one account spent. The time it takes depends on the days, kinds, people and products, not on the number of charges. */
export async function readAccountSpending(db: Database, asked: Asked): Promise<AccountSpending> {
	const { clients, days, before, mostProducts } = asked;
	const clientIds = clients.map(({ clientId }) => clientId);
	const [usage, usageBefore, orders, ordersBefore, products, allProducts] = await Promise.all([
		readUsageByClient(db, clientIds, days),
		before ? readUsageByClient(db, clientIds, before) : undefined,
		ordersInPages(db, clientIds, days),
		before ? ordersInPages(db, clientIds, before) : undefined,
		readProductSpending(db, clientIds, days, { limit: mostProducts }),
		sumProductSpending(db, clientIds, days),
	]);
	const barcodes = products.map(({ barcode }) => barcode);
	const productsBefore =
		before && (await readProductSpending(db, clientIds, before, { limit: mostProducts, barcodes }));
	const requests = (rows: typeof usage) => rows.filter(({ action }) => action === "");
	const totalOf = (rows: typeof usage) => rows.map((row) => ({ ...row, key: "", count: row.requests }));
	const byClient = (rows: typeof usage) =>
		totalOf(requests(rows)).map((row) => ({ ...row, key: row.clientId }));
	const byAction = (rows: typeof usage) =>
		totalOf(rows.filter(({ action }) => action !== "")).map((row) => ({ ...row, key: row.action }));
	const compare = (of: (rows: typeof usage) => Counted[]) =>
		compared(of(usage), usageBefore && of(usageBefore));
	const [total = { count: 0, units: 0, unitsBefore: before ? 0 : null }] = compare((rows) =>
		totalOf(requests(rows)),
	);
	const byId = new Map(clients.map((client) => [client.clientId, client]));
	const productsTotal = products.reduce((sum, { units }) => sum + units, 0);
	return {
		total,
		keys: compare(byClient).flatMap(({ key, ...spent }) => withClient(byId.get(key), spent)),
		people: compared(
			[...orders, ...withoutOrders(byClient(usage), orders)],
			usageBefore && ordersBefore && [...ordersBefore, ...withoutOrders(byClient(usageBefore), ordersBefore)],
		).map(({ key, ...spent }) => {
			const client = byId.get(key) ?? null;
			return { ...spent, client, personId: client ? null : key };
		}),
		products: compared(
			products.map(productCounted),
			productsBefore?.map(productCounted).filter(({ key }) => barcodes.includes(key)),
		).map(({ key: barcode, ...spent }) => ({
			...spent,
			barcode,
			clientId: products.find((product) => product.barcode === barcode)?.clientId ?? "",
		})),
		otherProducts: {
			products: allProducts.products - products.length,
			units: allProducts.units - productsTotal,
		},
		noProductUnits: Math.max(0, total.units - allProducts.units),
		kinds: compare(byAction)
			.filter(({ units, unitsBefore }) => units > 0 || (unitsBefore ?? 0) > 0)
			.map(({ key: action, ...spent }) => ({ ...spent, action })),
	};
}

interface Counted {
	readonly key: string;
	readonly count: number;
	readonly units: number;
}

function productCounted({ barcode, charges, units }: ProductSpent): Counted {
	return { key: barcode, count: charges, units };
}

function withClient(client: Client | undefined, spent: Spent) {
	return client ? [{ ...spent, client }] : [];
}

/** Sums by key beside those of the days before, highest first. */
function compared(now: readonly Counted[], before: readonly Counted[] | undefined) {
	const sums = new Map<string, { count: number; units: number; unitsBefore: number | null }>();
	const sumOf = (key: string) => {
		const sum = sums.get(key) ?? { count: 0, units: 0, unitsBefore: before ? 0 : null };
		sums.set(key, sum);
		return sum;
	};
	for (const { key, count, units } of now) {
		const sum = sumOf(key);
		sum.count += count;
		sum.units += units;
	}
	for (const { key, units } of before ?? []) {
		const sum = sumOf(key);
		sum.unitsBefore = (sum.unitsBefore ?? 0) + units;
	}
	return [...sums]
		.map(([key, sum]) => ({ key, ...sum }))
		.sort(
			(one, other) => other.units - one.units || other.count - one.count || (one.key < other.key ? -1 : 1),
		);
}

/** Orders that people made in the pages, by person and client: the charge of an order has the request of its event. */
async function ordersInPages(db: Database, clientIds: readonly string[], { startMs, endMs }: Days) {
	if (clientIds.length === 0) return [];
	const rows = await db.scan
		.selectFrom("portal_event as event")
		.innerJoin("ledger", "ledger.request_id", "event.request_id")
		.select(["event.account_id", "event.client_id"])
		.select(({ fn }) => [fn.countAll<number>().as("orders"), fn.sum<number>("ledger.units").as("units")])
		.where("event.client_id", "in", clientIds)
		.where("event.at", ">=", startMs)
		.where("event.at", "<", endMs)
		.where("event.action", "=", "order.placed")
		.where("ledger.kind", "=", "charge")
		.groupBy(["event.account_id", "event.client_id"])
		.execute();
	return rows.map(({ account_id, client_id, orders, units }) => ({
		key: account_id ?? "",
		clientId: client_id ?? "",
		count: Number(orders),
		units: -Number(units),
	}));
}

/** What is left of each client's spending without the orders made in the pages: what programs spent. */
function withoutOrders(
	spent: readonly Counted[],
	orders: readonly (Counted & { readonly clientId: string })[],
): Counted[] {
	return spent
		.map(({ key, count, units }) => {
			const own = orders.filter(({ clientId }) => clientId === key);
			return {
				key,
				count: count - own.reduce((sum, order) => sum + order.count, 0),
				units: units - own.reduce((sum, order) => sum + order.units, 0),
			};
		})
		.filter(({ units }) => units > 0);
}

/** The addresses of those who belong to an account, by person. */
export async function emailsOf(
	db: Pick<Database, "read">,
	{ account_id, email }: Pick<AccountTable, "account_id" | "email">,
): Promise<ReadonlyMap<string, string>> {
	const members = await membersOf(db.read, account_id);
	return new Map([
		[account_id, email],
		...members.map((member) => [member.person_id, member.email] as const),
	]);
}
