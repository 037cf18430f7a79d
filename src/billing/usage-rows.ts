import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { insertRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { totalUnits } from "./charge.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

const HOUR_MS = 3_600_000;

/** Writes the audit row of each request, and adds the batch to usage and to the saved counters. */
export async function recordUsage(
	tx: Tx,
	traits: EngineTraits,
	inputs: readonly Settlement[],
	outcomes: readonly SettleOutcome[],
): Promise<void> {
	const usage = new UsageSums();
	const windows = new Map<string, readonly unknown[]>();
	const audit = inputs.map((input, index) => {
		const outcome = outcomes[index] ?? NOTHING_SETTLED;
		usage.add(input, outcome);
		if (input.windows) windows.set(input.clientId, windowRow(input.clientId, input.windows));
		return auditRow(input, outcome);
	});
	await insertRows(
		tx,
		traits,
		"audit",
		["client_id", "at", "request_id", "method", "route", "status", "address", "units"],
		audit,
	);
	await insertRows(
		tx,
		traits,
		"usage_hour",
		["client_id", "hour", "action", "requests", "units"],
		usage.rows(),
		`on conflict (client_id, hour, action) do update set requests = usage_hour.requests + excluded.requests,
			units = usage_hour.units + excluded.units`,
	);
	await insertRows(
		tx,
		traits,
		"rate_window",
		["client_id", "minute", "minute_count", "day", "day_count"],
		[...windows.values()],
		`on conflict (client_id) do update set minute = excluded.minute, minute_count = excluded.minute_count,
			day = excluded.day, day_count = excluded.day_count`,
	);
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

function windowRow(clientId: string, windows: NonNullable<Settlement["windows"]>): readonly unknown[] {
	return [clientId, windows.minute, windows.minuteCount, windows.day, windows.dayCount];
}

/** Requests and units by client, hour and action. */
class UsageSums {
	readonly #sums = new Map<
		string,
		[clientId: string, hour: number, action: string, requests: number, units: number]
	>();

	add(input: Settlement, { debitedUnits }: Recorded): void {
		const hour = input.atMs - (input.atMs % HOUR_MS);
		this.#count(input.clientId, hour, "", debitedUnits);
		if (debitedUnits !== totalUnits(input.lines)) return;
		for (const line of input.lines) {
			this.#count(input.clientId, hour, line.action, line.quantity * line.priceUnits);
		}
	}

	rows(): readonly (readonly unknown[])[] {
		return [...this.#sums.values()];
	}

	#count(clientId: string, hour: number, action: string, units: number): void {
		const key = `${clientId} ${hour} ${action}`;
		const sum = this.#sums.get(key);
		if (sum) {
			sum[3]++;
			sum[4] += units;
		} else this.#sums.set(key, [clientId, hour, action, 1, units]);
	}
}
