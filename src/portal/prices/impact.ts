import type { Action } from "../../billing/actions.ts";
import type { PriceList } from "../../billing/prices.ts";
import type { Database } from "../../platform/db/database.ts";

/** What one client paid for an action, and would have paid at another price. */
export interface ClientImpact {
	readonly clientId: string;
	readonly units: number;
	readonly wouldBeUnits: number;
}

interface Span {
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/**
 * What an action came to by client in some time, and what it would have come to at another price. Usage holds sums of units, so that
 * quantities follow from the prices that were in force.
 * @returns the clients by the size of the difference, and whether something was free then, where a request counts as one.
 */
export async function impactOf(
	db: Database,
	list: PriceList,
	{ action, units }: { readonly action: Action; readonly units: number },
	span: Span,
): Promise<{ clients: ClientImpact[]; isEstimate: boolean }> {
	const sums = new Map<string, ClientImpact>();
	let isEstimate = false;
	for (const part of partsOf(list, action, span)) {
		const priceUnits = list.unitsOf(action, part.startMs);
		for (const used of await usedBy(db, action, part)) {
			if (priceUnits === 0) isEstimate = true;
			const quantity = priceUnits === 0 ? used.requests : used.units / priceUnits;
			const sum = sums.get(used.clientId) ?? { clientId: used.clientId, units: 0, wouldBeUnits: 0 };
			sums.set(used.clientId, {
				...sum,
				units: sum.units + used.units,
				wouldBeUnits: sum.wouldBeUnits + Math.round(quantity * units),
			});
		}
	}
	const difference = ({ units: was, wouldBeUnits }: ClientImpact) => Math.abs(wouldBeUnits - was);
	return { clients: [...sums.values()].sort((a, b) => difference(b) - difference(a)), isEstimate };
}

/** The span, divided where the action's price changed. Usage is by the hour: a change within one counts from the next. */
function partsOf(list: PriceList, action: Action, { startMs, endMs }: Span): Span[] {
	const changes = list
		.upcoming(startMs)
		.filter((change) => change.action === action && change.effectiveAtMs < endMs)
		.map(({ effectiveAtMs }) => Math.ceil(effectiveAtMs / HOUR_MS) * HOUR_MS);
	const bounds = [startMs, ...changes, endMs];
	return bounds.slice(1).map((end, place) => ({ startMs: bounds[place] ?? startMs, endMs: end }));
}

const HOUR_MS = 3_600_000;

async function usedBy(db: Database, action: Action, { startMs, endMs }: Span) {
	const rows = await db.scan
		.selectFrom("usage_hour")
		.select((row) => [
			"client_id",
			row.fn.sum<number>("units").as("units"),
			row.fn.sum<number>("requests").as("requests"),
		])
		.where("action", "=", action)
		.where("hour", ">=", startMs)
		.where("hour", "<", endMs)
		.groupBy("client_id")
		.execute();
	return rows.map(({ client_id, units, requests }) => ({
		clientId: client_id,
		units: Number(units),
		requests: Number(requests),
	}));
}
