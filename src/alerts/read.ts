import { type SqlBool, sql } from "kysely";
import { barcodeRanges } from "../catalogue/barcodes/barcode-ranges.ts";
import { storedHechshers } from "../catalogue/certificates/links.ts";
import { textNumber } from "../catalogue/fields/text-number.ts";
import type { AlertOutcome } from "../catalogue/withholding/alert-schema.ts";
import { COMING, DROPPED } from "../catalogue/withholding/apply-alert.ts";
import { isWithheld } from "../catalogue/withholding/withheld.ts";
import type { ClientPolicy } from "../clients/policy/client.ts";
import { findRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { readServiceState } from "../platform/service-state.ts";
import { isoTime, isoTimeOrNull } from "../platform/time/clock.ts";
import { ALERT_POSITION, type KosherAlertTable } from "./tables.ts";
import type { FormerWording, SaidWording, Wording } from "./wording.ts";

/** Which products a reader may see (SPEC D41). No locks: alerts are about safety (SPEC E12). */
export type AlertReader = Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments">;

export const EVERY_READER: AlertReader = { barcodePrefixes: [], brands: [], departments: [] };

/** An alert as a reader sees it: it names the products that the reader may see, and is not shown without any. */
export interface ShownAlert extends Wording {
	readonly alert_id: string;
	readonly barcodes: readonly string[];
	readonly published_at: string;
	readonly changed_at: string;
	readonly ended_at: string | null;
	readonly outcome: AlertOutcome | null;
}

interface AlertFilter {
	readonly id?: string;
	readonly barcode?: string | undefined;
	readonly live?: boolean | undefined;
	readonly changedSinceMs?: number | undefined;
	/** The place of the last alert of the page before, as `placeOf` gives it. */
	readonly after?: string | undefined;
	readonly limit: number;
}

/** The named products that a reader may see; those that were removed count by what they last were. */
function visibleProducts(tx: Tx, { barcodePrefixes, brands, departments }: AlertReader) {
	const within = (column: string, texts: readonly string[]) =>
		sql<SqlBool>`coalesce(${sql.ref(`product.${column}`)}, ${sql.ref(`named.${column}`)}) in (${sql.join(texts.map(textNumber))})`;
	const ranges = barcodeRanges("", barcodePrefixes).map(
		({ from, before }) => sql<SqlBool>`(named.barcode >= ${from} and named.barcode < ${before})`,
	);
	const all = tx
		.selectFrom("alerted_product as named")
		.leftJoin("product", "product.barcode", "named.barcode")
		.where("named.named", "<>", COMING)
		.$if(barcodePrefixes.length > 0, (query) => query.where(sql<SqlBool>`(${sql.join(ranges, sql` or `)})`))
		.$if(brands.length > 0, (query) => query.where(within("brand_number", brands)));
	return departments.length > 0 ? all.where(within("department_number", departments)) : all;
}

/** Published alerts that name a product the reader may see, newest publication first. */
export async function listAlerts(tx: Tx, reader: AlertReader, filter: AlertFilter): Promise<ShownAlert[]> {
	const { id, barcode, live, changedSinceMs, after, limit } = filter;
	const [afterMs = "", afterId = ""] = after?.split(" ") ?? [];
	const rows = await tx
		.selectFrom("kosher_alert")
		.selectAll()
		.where("published_at", "is not", null)
		.$if(id !== undefined, (query) => query.where("alert_id", "=", id ?? ""))
		.where(({ exists }) =>
			exists(
				visibleProducts(tx, reader)
					.select("named.barcode")
					.where(sql<SqlBool>`named.alert_id = kosher_alert.alert_id`)
					.$if(barcode !== undefined, (query) => query.where("named.barcode", "=", barcode ?? "")),
			),
		)
		.$if(live !== undefined, (query) => query.where("ended_at", live ? "is" : "is not", null))
		.$if(changedSinceMs !== undefined, (query) => query.where("changed_at", ">=", changedSinceMs ?? 0))
		.$if(after !== undefined, (query) =>
			query.where(sql<SqlBool>`(published_at, alert_id) < (${Number(afterMs)}, ${afterId})`),
		)
		.orderBy("published_at", "desc")
		.orderBy("alert_id", "desc")
		.limit(limit)
		.execute();
	return shown(tx, reader, rows);
}

/** One published alert; undefined if there is none, or none that the reader may see. */
export async function findAlert(
	tx: Tx,
	reader: AlertReader,
	alertId: string,
): Promise<ShownAlert | undefined> {
	const [found] = await listAlerts(tx, reader, { id: alertId, limit: 1 });
	return found;
}

/** The ids of live alerts that name each of some products, newest publication first. */
export async function liveAlertIds(
	tx: Tx,
	barcodes: readonly string[],
): Promise<(barcode: string) => string[]> {
	const found = new Map<string, string[]>();
	for (let from = 0; from < barcodes.length; from += MOST_IN_A_LIST) {
		const rows = await tx
			.selectFrom("alerted_product as named")
			.innerJoin("kosher_alert", "kosher_alert.alert_id", "named.alert_id")
			.select(["named.barcode", "named.alert_id"])
			.where("named.barcode", "in", barcodes.slice(from, from + MOST_IN_A_LIST))
			.where("named.named", "<>", COMING)
			.where("published_at", "is not", null)
			.where("ended_at", "is", null)
			.orderBy("published_at", "desc")
			.orderBy("named.alert_id", "desc")
			.execute();
		for (const { barcode, alert_id } of rows) found.set(barcode, [...(found.get(barcode) ?? []), alert_id]);
	}
	return (barcode) => found.get(barcode) ?? [];
}

/** Parameters of one statement. */
const MOST_IN_A_LIST = 500;

/** Live alerts by their ids, as every reader may see them who may see these products. */
export async function alertsWithIds(tx: Tx, ids: readonly string[]): Promise<ShownAlert[]> {
	const found = await Promise.all(ids.map((id) => findAlert(tx, EVERY_READER, id)));
	return found.filter((alert) => alert !== undefined);
}

/** An earlier wording, as administrators see it. */
export interface ShownWording extends Wording {
	readonly barcodes: readonly string[];
	readonly by: string | null;
	readonly shown_from: string;
	readonly shown_until: string;
}

/** The earlier wordings of an alert, oldest first. */
export async function formerWordings(tx: Tx, alertId: string): Promise<ShownWording[]> {
	const row = await findRow(tx, "kosher_alert", { alert_id: alertId }, ["earlier"]);
	const earlier: FormerWording[] = JSON.parse(row?.earlier ?? "[]");
	return earlier.map(({ fromMs, untilMs, ...said }) => ({
		...said,
		shown_from: isoTime(fromMs),
		shown_until: isoTime(untilMs),
	}));
}

/** How many of these products have a hechsher, served or withheld, that an alert would be about. */
export async function productsWith(
	tx: Tx,
	{ symbol, designation }: Pick<Wording, "symbol" | "designation">,
	barcodes: readonly string[],
): Promise<number> {
	if (symbol === null || barcodes.length === 0) return 0;
	const rows = await tx
		.selectFrom("product")
		.select(["hechshers", "hechshers_as_given"])
		.where("barcode", "in", barcodes)
		.execute();
	return rows.filter((row) =>
		storedHechshers(row).some((hechsher) => isWithheld([{ symbol, designation }], hechsher)),
	).length;
}

/** What changed of an alert that a reader may see. */
export interface ChangedAlert {
	readonly alert_id: string;
	readonly kind: string;
	readonly changed_at: string;
	readonly position: number;
}

/** The place of the newest change of an alert among all of them. */
export async function newestAlertChange(tx: Tx): Promise<number> {
	return Number((await readServiceState(tx, ALERT_POSITION)) ?? 0);
}

/** The first alert whose newest change is after a place, among those that the reader may see. */
export async function nextChangedAlert(
	tx: Tx,
	reader: AlertReader,
	after: number,
): Promise<ChangedAlert | undefined> {
	const row = await tx
		.selectFrom("kosher_alert")
		.select(["alert_id", "wording", "changed_at", "position"])
		.where("position", ">", after)
		.where(({ exists }) =>
			exists(
				visibleProducts(tx, reader)
					.select("named.barcode")
					.where(sql<SqlBool>`named.alert_id = kosher_alert.alert_id`),
			),
		)
		.orderBy("position")
		.limit(1)
		.executeTakeFirst();
	if (!row) return undefined;
	const { kind }: SaidWording = JSON.parse(row.wording ?? "{}");
	return {
		alert_id: row.alert_id,
		kind,
		changed_at: isoTime(row.changed_at ?? 0),
		position: Number(row.position),
	};
}

/** An alert as it is stored, with the products that it names or is about to name. */
export interface StoredAlert {
	readonly row: KosherAlertTable;
	readonly barcodes: readonly string[];
}

/** Alerts for administrators, newest first, those that are being published among them. */
export async function readAllAlerts(
	tx: Tx,
	{ id, after, limit }: { readonly id?: string; readonly after?: string | undefined; readonly limit: number },
): Promise<StoredAlert[]> {
	const last = after === undefined ? undefined : await findRow(tx, "kosher_alert", { alert_id: after });
	const rows = await tx
		.selectFrom("kosher_alert")
		.selectAll()
		.$if(id !== undefined, (query) => query.where("alert_id", "=", id ?? ""))
		.$if(last !== undefined, (query) =>
			query.where(sql<SqlBool>`(created_at, alert_id) < (${last?.created_at ?? 0}, ${last?.alert_id ?? ""})`),
		)
		.orderBy("created_at", "desc")
		.orderBy("alert_id", "desc")
		.limit(limit)
		.execute();
	const named =
		rows.length === 0
			? []
			: await tx
					.selectFrom("alerted_product")
					.select(["alert_id", "barcode"])
					.where(
						"alert_id",
						"in",
						rows.map(({ alert_id }) => alert_id),
					)
					.where("named", "<>", DROPPED)
					.orderBy("barcode")
					.execute();
	return rows.map((row) => ({
		row,
		barcodes: named.filter(({ alert_id }) => alert_id === row.alert_id).map(({ barcode }) => barcode),
	}));
}

/** Where an alert stands in the order of a list. */
export function placeOf({ published_at, alert_id }: ShownAlert): string {
	return `${Date.parse(published_at)} ${alert_id}`;
}

async function shown(tx: Tx, reader: AlertReader, rows: readonly KosherAlertTable[]): Promise<ShownAlert[]> {
	if (rows.length === 0) return [];
	const named = await visibleProducts(tx, reader)
		.select(["named.alert_id", "named.barcode"])
		.where(
			"named.alert_id",
			"in",
			rows.map(({ alert_id }) => alert_id),
		)
		.orderBy("named.barcode")
		.execute();
	return rows.flatMap((row) => {
		const own = named.filter(({ alert_id }) => alert_id === row.alert_id);
		return own.length === 0
			? []
			: [
					shownAlert(
						row,
						own.map(({ barcode }) => barcode),
					),
				];
	});
}

export function shownAlert(row: KosherAlertTable, barcodes: readonly string[]): ShownAlert {
	const { kind, symbol, designation, withholds, message, lots, source }: SaidWording = JSON.parse(
		row.wording ?? "{}",
	);
	const texts = { withholds, message, lots, source };
	return {
		alert_id: row.alert_id,
		kind,
		symbol,
		designation,
		barcodes,
		...texts,
		published_at: isoTime(row.published_at ?? 0),
		changed_at: isoTime(row.changed_at ?? 0),
		ended_at: isoTimeOrNull(row.ended_at),
		outcome: row.outcome as AlertOutcome | null,
	};
}

/** The live alerts about a product that a reader may see it in, newest publication first. */
export function liveAlerts(tx: Tx, reader: AlertReader, barcode: string): Promise<ShownAlert[]> {
	return listAlerts(tx, reader, { barcode, live: true, limit: MOST_OF_A_PRODUCT });
}

/** A product that more alerts are about is shown with the newest. */
const MOST_OF_A_PRODUCT = 50;
