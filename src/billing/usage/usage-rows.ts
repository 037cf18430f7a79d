import { CompiledQuery } from "kysely";
import { saveWindows, type WindowCounts } from "../../api/limits/saved-windows.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion, sideBySide } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import type { Settlement, SettleOutcome } from "../ledger/settlement.ts";
import { type Charge, linesOf, NO_CHARGE } from "../prices/charge.ts";
import type { AuditTable, UsageHourTable, UsageSumTable } from "../tables.ts";
import { ALL_CLIENTS, addedUp, addUsageSums } from "./usage-sums.ts";

export const AUDIT_COLUMNS = [
	"client_id",
	"at",
	"request_id",
	"method",
	"route",
	"status",
	"address",
	"units",
	"barcode",
	"error",
] as const;
export const USAGE_COLUMNS = ["client_id", "hour", "action", "requests", "units"] as const;
export const ADD_USAGE = `on conflict (client_id, hour, action) do update set requests = usage_hour.requests + excluded.requests,
	units = usage_hour.units + excluded.units`;

const insertAudit = insertion("audit", AUDIT_COLUMNS);
const addUsage = insertion("usage_hour", USAGE_COLUMNS, ADD_USAGE);

/** Writes the audit row of each request, and adds the batch to usage and to the saved counters. */
export async function recordUsage(
	tx: Tx,
	traits: EngineTraits,
	inputs: readonly Settlement[],
	outcomes: readonly SettleOutcome[],
): Promise<void> {
	const windows = new Map<string, WindowCounts>();
	for (const { clientId, windows: counts } of inputs) {
		if (counts) windows.set(clientId, counts);
	}
	const { audit, usage, refusals } = usageOf(inputs, outcomes);
	await sideBySide([
		insertAudit(tx, traits, audit),
		addUsage(tx, traits, usage),
		reopenDays(tx, traits, usage),
		addUsageSums(tx, traits, refusals),
		saveWindows(tx, traits, windows),
	]);
}

/** Deletes the totals of days in which usage is recorded, if they were summed up already: the clock was set back. They are summed up again. */
async function reopenDays(
	tx: Tx,
	{ listParameter }: EngineTraits,
	usage: readonly UsageHourTable[],
): Promise<void> {
	const days = [...new Set(usage.map(({ hour }) => String(hour - (hour % DAY_MS))))];
	if (days.length === 0) return;
	const text = `delete from usage_sum where client_id = '${ALL_CLIENTS}' and grouped_by = 'action' and cast(start as text) ${listParameter.test}`;
	await tx.executeQuery(CompiledQuery.raw(text, [listParameter.value(days)]));
}

/** The audit row of each request and the sums of usage and refusals. */
export function usageOf(inputs: readonly Settlement[], outcomes: readonly Recorded[]) {
	const usage = new UsageSums();
	const refusals: UsageSumTable[] = [];
	const audit = inputs.map((input, index) => {
		const outcome = outcomes[index] ?? NOTHING_SETTLED;
		usage.add(input, outcome);
		const error = outcome.status < 400 ? null : (outcome.error ?? input.error ?? null);
		if (error !== null) refusals.push(refusalRow(input, error));
		return auditRow(input, outcome, error);
	});
	return { audit, usage: usage.rows(), refusals: addedUp(refusals) };
}

type Recorded = Pick<SettleOutcome, "status" | "debitedUnits" | "error">;
const NOTHING_SETTLED: Recorded = { status: 500, debitedUnits: 0 };

function auditRow(input: Settlement, outcome: Recorded, error: string | null): AuditTable {
	return {
		client_id: input.clientId,
		at: input.atMs,
		request_id: input.requestId,
		method: input.method,
		route: input.route,
		status: outcome.status,
		address: input.address,
		units: outcome.debitedUnits,
		barcode: input.barcode ?? null,
		error,
	};
}

/** Requests and units by client, hour and action, counted first: many requests of a batch share a charge, which is then broken down only once. */
class UsageSums {
	readonly #alike = new Map<Charge, Alike[]>();

	add({ clientId, atMs, charge }: Settlement, { debitedUnits }: Recorded): void {
		const hour = atMs - (atMs % HOUR_MS);
		const taken = debitedUnits === charge.units ? charge : NO_CHARGE;
		const sharing = this.#alike.get(taken);
		const alike = sharing?.find((other) => other.clientId === clientId && other.hour === hour);
		if (alike) alike.requests++;
		else if (sharing) sharing.push({ clientId, hour, requests: 1 });
		else this.#alike.set(taken, [{ clientId, hour, requests: 1 }]);
	}

	rows(): UsageHourTable[] {
		const sums = new Map<string, UsageHourTable>();
		const count = (client_id: string, hour: number, action: string, requests: number, units: number) => {
			const key = `${client_id} ${hour} ${action}`;
			const sum = sums.get(key);
			if (sum) {
				sum.requests += requests;
				sum.units += units;
			} else sums.set(key, { client_id, hour, action, requests, units });
		};
		for (const [charge, sharing] of this.#alike) {
			const lines = linesOf(charge);
			for (const { clientId, hour, requests } of sharing) {
				count(clientId, hour, "", requests, requests * charge.units);
				for (const { action, quantity, priceUnits } of lines) {
					count(clientId, hour, action, requests, requests * quantity * priceUnits);
				}
			}
		}
		return [...sums.values()];
	}
}

interface Alike {
	readonly clientId: string;
	readonly hour: number;
	requests: number;
}

/** The sum of refused requests by client, day and error that one counts in. */
function refusalRow({ clientId: client_id, atMs }: Settlement, name: string): UsageSumTable {
	const start = atMs - (atMs % DAY_MS);
	return {
		client_id,
		grouped_by: "error",
		span: "day",
		start,
		name,
		requests: 1,
		units: 0,
		expires_at: null,
	};
}
