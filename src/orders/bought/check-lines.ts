import type { ClientFault } from "../../api/client-fault.ts";
import type { Database } from "../../platform/db/database.ts";
import type { OrderContent } from "../contents/order-content.ts";
import type { ClientOrderTable, OrderLineTable } from "../tables.ts";
import { recordedLines } from "./note-orders.ts";
import { missingOf } from "./purchase-fault.ts";

/** Findings on the lines of unexpired orders. */
export interface LineCheck {
	/** How many lines each order has. */
	readonly counts: ReadonlyMap<string, number>;
	readonly faults: readonly ClientFault[];
}

const ROWS_AT_ONCE = 2000;

/** Checks that every line belongs to an existing order, and is recorded among its client's purchases. */
export async function checkLines(db: Pick<Database, "scan">, nowMs: number): Promise<LineCheck> {
	const counts = new Map<string, number>();
	const faults: ClientFault[] = [];
	for await (const line of linesWithOthers(db, nowMs)) {
		const { client_id: clientId, order_id: orderId, barcode, created_at: at } = line;
		counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
		if (at === null) {
			faults.push({
				clientId,
				problem: `${barcode} is held by ${orderId}, which is not an order of the client`,
			});
			continue;
		}
		const wanted = { scopes: line.scopes, variants: line.variants, first_at: at, last_at: at };
		const problem = missingOf(line.bought_scopes === null ? undefined : boughtOf(line), wanted);
		if (problem) faults.push({ clientId, problem: `${barcode}, bought by ${orderId}, ${problem}` });
	}
	return { counts, faults };
}

type Line = Awaited<ReturnType<typeof readLines>>[number];

function boughtOf({ bought_scopes, bought_variants, first_at, last_at }: Line) {
	return {
		scopes: bought_scopes ?? 0,
		variants: bought_variants ?? 0,
		first_at: first_at ?? 0,
		last_at: last_at ?? 0,
	};
}

async function* linesWithOthers(db: Pick<Database, "scan">, nowMs: number): AsyncGenerator<Line> {
	let after: Place = { client_id: "", barcode: "", order_id: "" };
	for (;;) {
		const rows = await readLines(db, nowMs, after);
		yield* rows;
		const last = rows.at(-1);
		if (!last || rows.length < ROWS_AT_ONCE) return;
		after = last;
	}
}

type Place = Pick<OrderLineTable, "client_id" | "barcode" | "order_id">;

/** The next lines, each with its order and with what its client ever bought of the product. */
function readLines({ scan }: Pick<Database, "scan">, nowMs: number, after: Place) {
	return scan
		.selectFrom("order_line as line")
		.leftJoin("client_order as placed", (on) =>
			on.onRef("placed.order_id", "=", "line.order_id").onRef("placed.client_id", "=", "line.client_id"),
		)
		.leftJoin("bought_product as bought", (on) =>
			on.onRef("bought.client_id", "=", "line.client_id").onRef("bought.barcode", "=", "line.barcode"),
		)
		.select([
			"line.client_id",
			"line.barcode",
			"line.order_id",
			"line.scopes",
			"line.variants",
			"placed.created_at",
			"bought.scopes as bought_scopes",
			"bought.variants as bought_variants",
			"bought.first_at",
			"bought.last_at",
		])
		.where("line.expires_at", ">", nowMs)
		.where((row) =>
			row(
				row.refTuple("line.client_id", "line.barcode", "line.order_id"),
				">",
				row.tuple(after.client_id, after.barcode, after.order_id),
			),
		)
		.orderBy("line.client_id")
		.orderBy("line.barcode")
		.orderBy("line.order_id")
		.limit(ROWS_AT_ONCE)
		.execute();
}

/** Checks that the stored lines of an order, `held` in number, are those that it bought. */
export async function lineProblem(
	{ scan }: Pick<Database, "scan">,
	order: ClientOrderTable,
	content: OrderContent,
	held: number,
): Promise<string | undefined> {
	if (order.noted_at === null) return undefined;
	const lines = new Map(recordedLines(content).map((line) => [line.barcode, line]));
	if (lines.size === 0) return held === 0 ? undefined : "holds products that it did not buy";
	const rows = await scan
		.selectFrom("order_line")
		.select(["barcode", "scopes", "variants", "expires_at"])
		.where("client_id", "=", order.client_id)
		.where("barcode", "in", [...lines.keys()])
		.where("order_id", "=", order.order_id)
		.execute();
	const right = rows.filter(({ barcode, scopes, variants, expires_at }) => {
		const line = lines.get(barcode);
		return line?.scopes === scopes && line.variants === variants && expires_at === order.expires_at;
	});
	if (right.length < lines.size)
		return `holds only ${right.length} of the ${lines.size} products that it bought, as they were bought`;
	return held > lines.size ? "holds products that it did not buy" : undefined;
}
