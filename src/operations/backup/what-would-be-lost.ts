import { creditsForJson } from "../../api/credits.ts";
import type { Migration } from "../../platform/db/migrate.ts";
import { knownSteps, type RowSource } from "../../platform/db/row-copy.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { VerifiedArchive } from "./archive-reader.ts";
import { archivedRows } from "./archived-rows.ts";
import { expectedTables } from "./load-rows.ts";

/** How many there are, and what they add up to: credits that were spent, or that were added. */
interface Sum {
	readonly number: number;
	readonly units: number;
}

/** One of them. */
interface LostEntry {
	readonly atMs: number;
	readonly kind: "charge" | "order" | "top_up";
	readonly units: number;
	/** Name of the client that it was for; its id where no client has it any more. */
	readonly client: string;
}

/** What an installation has recorded since a backup. */
export interface Lost {
	/** Whatever was paid, orders among it. */
	readonly charges: Sum;
	readonly orders: Sum;
	/** Top-ups and grants. */
	readonly topUps: Sum;
	/** The newest of all, newest first. */
	readonly entries: readonly LostEntry[];
}

/** Nobody reads more of them; the sums count all. */
const LISTED = 200;
const NOTHING = { number: 0, units: 0 };
export const NOTHING_LOST: Lost = { charges: NOTHING, orders: NOTHING, topUps: NOTHING, entries: [] };

/** As JSON has it; null where it is not known. */
export function lostDocument(lost: Lost | undefined) {
	if (!lost) return null;
	const sum = ({ number, units }: Sum) => ({ number, credits: creditsForJson(units) });
	const entries = lost.entries.map(({ atMs, kind, units, client }) => ({
		at: isoTime(atMs),
		kind,
		credits: creditsForJson(units),
		client,
	}));
	return { charges: sum(lost.charges), orders: sum(lost.orders), top_ups: sum(lost.topUps), entries };
}

/** What a backup holds. */
export interface Held {
	readonly products: number;
	/** Those that are delivered, not their earlier versions. */
	readonly pictures: number;
	/** Units of all balances. */
	readonly units: number;
	/** What tells rows that are in it from others. */
	readonly known: { readonly lastSeq: ReadonlyMap<string, number>; readonly orders: ReadonlySet<string> };
}

/** Tables by what identifies a row of the backup; columns were named otherwise in earlier versions. */
const BALANCE = { table: "balance", key: ["balance_key", "client_id"], last: "ledger_seq" };
const ORDER = { table: "client_order", key: ["order_id"] };
const LEDGER = "ledger";
const IMAGE = "image";
const ADDING: ReadonlySet<unknown> = new Set(["grant", "top_up"]);

/**
 * Charges, orders and top-ups of the present state that a backup does not have; orders that have expired are forgotten anyway. A ledger only grows, so it
 * is compared by its length.
 * @param forkedAtMs since when the present state has grown by itself, where the backup is of a state that a restore has replaced
 */
export async function whatWouldBeLost(
	present: RowSource,
	{ known: { lastSeq, orders } }: Held,
	forkedAtMs = Number.POSITIVE_INFINITY,
): Promise<Lost> {
	const sums = { charge: newSum(), order: newSum(), top_up: newSum() };
	const newest: LostEntry[] = [];
	const add = (entry: LostEntry) => {
		sums[entry.kind].add(entry.units);
		if (newest.push(entry) >= 2 * LISTED) keepNewest(newest);
	};
	for await (const { text, number } of rowsOf(present, LEDGER)) {
		const isHeld = number("seq") <= (lastSeq.get(text(...BALANCE.key)) ?? 0);
		if (isHeld && number("at") < forkedAtMs) continue;
		const [kind, units] = [text("kind"), number("units")];
		const entry = { atMs: number("at"), client: text("client_id", ...BALANCE.key) };
		if (kind === "charge") add({ ...entry, kind, units: -units });
		else if (ADDING.has(kind)) add({ ...entry, kind: "top_up", units });
	}
	for await (const { text, number } of rowsOf(present, ORDER.table)) {
		const entry = { atMs: number("created_at"), client: text("client_id"), units: number("units") };
		if (!orders.has(text(...ORDER.key))) add({ ...entry, kind: "order" });
	}
	keepNewest(newest);
	const names = new Map<string, string>();
	for await (const { text } of rowsOf(present, "client")) names.set(text("client_id"), text("name"));
	const entries = newest.map((entry) => ({ ...entry, client: names.get(entry.client) ?? entry.client }));
	return { charges: sums.charge.sum, orders: sums.order.sum, topUps: sums.top_up.sum, entries };
}

/** Leaves the newest, newest first. */
function keepNewest(entries: LostEntry[]): void {
	entries.sort((one, other) => other.atMs - one.atMs);
	entries.length = Math.min(entries.length, LISTED);
}

/** Reads what is in a backup. @throws BackupError */
export async function heldIn(backup: VerifiedArchive, migrations: readonly Migration[]): Promise<Held> {
	const all = await expectedTables(backup, knownSteps(backup.header.migrations, migrations));
	const tables = new Map([...all].filter(([name]) => [BALANCE.table, ORDER.table, IMAGE].includes(name)));
	const lastSeq = new Map<string, number>();
	const orders = new Set<string>();
	let [pictures, units] = [0, 0];
	for await (const { table, rows } of archivedRows(backup, tables, false)) {
		const read = reader(table.columns);
		for (const row of rows) {
			const { text, number } = read(row);
			if (table.name === BALANCE.table) {
				lastSeq.set(text(...BALANCE.key), number(BALANCE.last));
				units += number("units");
			} else if (table.name === IMAGE) pictures += number("active");
			else orders.add(text(...ORDER.key));
		}
	}
	const { product: products = 0 } = backup.manifest.rows;
	return { products, pictures, units, known: { lastSeq, orders } };
}

async function* rowsOf(source: RowSource, name: string) {
	const table = source.tables.find((each) => each.name === name);
	if (!table) return;
	const read = reader(table.columns);
	for await (const rows of source.rows(table)) yield* rows.map(read);
}

/** Reads the values of a row by the names of their columns, of which the first that exists counts. */
function reader(columns: readonly string[]) {
	return (row: readonly unknown[]) => {
		const value = (...names: readonly string[]) =>
			row[columns.indexOf(names.find((name) => columns.includes(name)) ?? "")];
		return {
			text: (...names: readonly string[]) => String(value(...names)),
			number: (name: string) => Number(value(name)),
		};
	};
}

function newSum() {
	const sum = { number: 0, units: 0 };
	return {
		sum,
		add(units: number) {
			sum.number++;
			sum.units += units;
		},
	};
}
