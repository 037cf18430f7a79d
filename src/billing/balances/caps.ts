import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { endOf, startOf } from "../../platform/time/periods.ts";
import type { CapSpan, ReachedCap, Settlement } from "../ledger/settlement.ts";
import type { BalanceMemberTable } from "../tables.ts";
import type { Member } from "./open-balances.ts";

/** Spending of clients with caps, while a transaction decides their charges. */
export interface OpenCaps {
	/** The cap that the input's charge would exceed, the day's before the month's. */
	reachedBy(input: Settlement): ReachedCap | undefined;
	/** To be called when the input was charged. */
	spend(input: Settlement): void;
	/** Stores the sums of months. */
	save(tx: Tx, traits: EngineTraits): Promise<void>;
}

interface Sum {
	readonly clientId: string;
	readonly span: CapSpan;
	readonly startMs: number;
	readonly capUnits: number;
	units: number;
}

const saveMonths = insertion(
	"spent_month",
	["client_id", "month", "units"],
	"on conflict (client_id, month) do update set units = excluded.units",
);

/** Reads what the capped clients of a batch, whose memberships are locked, have spent in the days and months of their inputs. */
export async function openCaps(
	tx: Tx,
	inputs: readonly Settlement[],
	members: ReadonlyMap<string, Member>,
): Promise<OpenCaps> {
	const sums = new Map<string, Sum>();
	for (const input of inputs) {
		for (const [span, capUnits] of capsOf(members.get(input.clientId))) {
			const name = nameOf(input, span);
			if (sums.has(name)) continue;
			const startMs = startOf(span, input.atMs);
			const units = await spentIn(tx, input.clientId, span, startMs);
			sums.set(name, { clientId: input.clientId, span, startMs, capUnits, units });
		}
	}
	const sumsOf = (input: Settlement) =>
		sums.size === 0 ? [] : SPANS.flatMap((span) => sums.get(nameOf(input, span)) ?? []);
	return {
		reachedBy(input) {
			const reached = sumsOf(input).find(({ units, capUnits }) => units + input.charge.units > capUnits);
			return reached && { span: reached.span, leftUnits: Math.max(0, reached.capUnits - reached.units) };
		},
		spend(input) {
			for (const sum of sumsOf(input)) sum.units += input.charge.units;
		},
		async save(tx, traits) {
			const months = [...sums.values()].flatMap(({ span, clientId: client_id, startMs: month, units }) =>
				span === "month" ? { client_id, month, units } : [],
			);
			await saveMonths(tx, traits, months);
		},
	};
}

const SPANS: readonly CapSpan[] = ["day", "month"];

function capsOf(member: Member | undefined): (readonly [CapSpan, number])[] {
	if (!member) return [];
	const { daily_cap_units: day, monthly_cap_units: month } = member;
	return [
		...(day === null ? [] : [["day", day] as const]),
		...(month === null ? [] : [["month", month] as const]),
	];
}

function nameOf({ clientId, atMs }: Settlement, span: CapSpan): string {
	return `${clientId} ${span} ${startOf(span, atMs)}`;
}

/** A month has one row with its sum; the first charge under a monthly cap finds none, and adds up the usage. */
export async function spentIn(tx: Tx, clientId: string, span: CapSpan, startMs: number): Promise<number> {
	if (span === "month") {
		const row = await findRow(tx, "spent_month", { client_id: clientId, month: startMs }, ["units"]);
		if (row) return row.units;
	}
	return usedIn(tx, clientId, startMs, endOf(span, startMs));
}

/** Usage is written per hour in the transaction that charges; the empty action holds the sums. */
async function usedIn(tx: Tx, clientId: string, startMs: number, endMs: number): Promise<number> {
	const rows = await tx
		.selectFrom("usage_hour")
		.select("units")
		.where("client_id", "=", clientId)
		.where("action", "=", "")
		.where("hour", ">=", startMs)
		.where("hour", "<", endMs)
		.execute();
	return rows.reduce((sum, { units }) => sum + units, 0);
}

/** What a client may spend by day and by month; null for no cap. */
export interface Caps {
	readonly dailyCapUnits: number | null;
	readonly monthlyCapUnits: number | null;
}

/** Members that are absent stay. */
export type CapChange = { readonly [Name in keyof Caps]?: Caps[Name] | undefined };

export async function readCaps(tx: Pick<Tx, "selectFrom">, clientId: string): Promise<Caps> {
	const row = await findRow(tx, "balance_member", { client_id: clientId }, [
		"daily_cap_units",
		"monthly_cap_units",
	]);
	return capsOfRow(row);
}

function capsOfRow(row: Pick<BalanceMemberTable, "daily_cap_units" | "monthly_cap_units"> | undefined): Caps {
	return { dailyCapUnits: row?.daily_cap_units ?? null, monthlyCapUnits: row?.monthly_cap_units ?? null };
}

/** Without a monthly cap, no charge raises the sums of months: they are made anew under the next one. */
export async function writeCaps(tx: Tx, clientId: string, change: CapChange): Promise<void> {
	const { dailyCapUnits, monthlyCapUnits } = change;
	const set = {
		...(dailyCapUnits === undefined ? {} : { daily_cap_units: dailyCapUnits }),
		...(monthlyCapUnits === undefined ? {} : { monthly_cap_units: monthlyCapUnits }),
	};
	if (Object.keys(set).length === 0) return;
	await tx.updateTable("balance_member").set(set).where("client_id", "=", clientId).execute();
	if (monthlyCapUnits === null)
		await tx.deleteFrom("spent_month").where("client_id", "=", clientId).execute();
}

/** What a client has spent in the current day and month, beside its caps. */
export interface SpendingCaps {
	readonly day: { readonly limitUnits: number | null; readonly spentUnits: number };
	readonly month: { readonly limitUnits: number | null; readonly spentUnits: number };
}

export async function readSpendingCaps(
	{ read }: Pick<Database, "read">,
	clientId: string,
	nowMs: number,
): Promise<SpendingCaps> {
	const spent = (span: CapSpan) => {
		const startMs = startOf(span, nowMs);
		return usedIn(read, clientId, startMs, endOf(span, startMs));
	};
	const [caps, day, month] = await Promise.all([readCaps(read, clientId), spent("day"), spent("month")]);
	return {
		day: { limitUnits: caps.dailyCapUnits, spentUnits: day },
		month: { limitUnits: caps.monthlyCapUnits, spentUnits: month },
	};
}

/** What is left of the caps of a client, the smaller of both; null without one. */
export function leftOfCaps({ day, month }: SpendingCaps): number | null {
	const left = [day, month].flatMap(({ limitUnits, spentUnits }) =>
		limitUnits === null ? [] : [Math.max(0, limitUnits - spentUnits)],
	);
	return left.length === 0 ? null : Math.min(...left);
}
