import { saveWindows, type WindowCounts } from "../limits/saved-windows.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { insertion, sideBySide } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { type Charge, linesOf, NO_CHARGE } from "./charge.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

const HOUR_MS = 3_600_000;

export const AUDIT_COLUMNS = [
	"client_id",
	"at",
	"request_id",
	"method",
	"route",
	"status",
	"address",
	"units",
];
export const USAGE_COLUMNS = ["client_id", "hour", "action", "requests", "units"];
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
	const { audit, usage } = usageOf(inputs, outcomes);
	await sideBySide([
		insertAudit(tx, traits, audit),
		addUsage(tx, traits, usage),
		saveWindows(tx, traits, windows),
	]);
}

type Rows = readonly (readonly unknown[])[];

/** The audit row of each request and the sums of usage, in the order of their columns. */
export function usageOf(
	inputs: readonly Settlement[],
	outcomes: readonly Recorded[],
): { audit: Rows; usage: Rows } {
	const usage = new UsageSums();
	const audit = inputs.map((input, index) => {
		const outcome = outcomes[index] ?? NOTHING_SETTLED;
		usage.add(input, outcome);
		return auditRow(input, outcome);
	});
	return { audit, usage: usage.rows() };
}

type Recorded = Pick<SettleOutcome, "status" | "debitedUnits">;
const NOTHING_SETTLED: Recorded = { status: 500, debitedUnits: 0 };

function auditRow(input: Settlement, outcome: Recorded): readonly unknown[] {
	return [
		input.clientId,
		input.atMs,
		input.requestId,
		input.method,
		input.route,
		outcome.status,
		input.address,
		outcome.debitedUnits,
	];
}

/** Requests and units by client, hour and action. Many requests of a batch share a charge: they are counted first and taken apart once. */
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

	rows(): Rows {
		const sums = new Map<
			string,
			[clientId: string, hour: number, action: string, requests: number, units: number]
		>();
		const count = (clientId: string, hour: number, action: string, requests: number, units: number) => {
			const key = `${clientId} ${hour} ${action}`;
			const sum = sums.get(key);
			if (sum) {
				sum[3] += requests;
				sum[4] += units;
			} else sums.set(key, [clientId, hour, action, requests, units]);
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
