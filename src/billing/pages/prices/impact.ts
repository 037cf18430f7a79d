import { DAY_MS } from "../../../platform/time/durations.ts";
import type { Action } from "../../prices/actions.ts";
import type { PriceList } from "../../prices/prices.ts";
import type { ClientUsed } from "../../usage/used-by-clients.ts";

/** From one UTC day up to another (exclusive). */
export interface Span {
	readonly startMs: number;
	readonly endMs: number;
}

/** What one client paid for an action, and would have paid at another price. */
export interface ClientImpact {
	readonly clientId: string;
	readonly units: number;
	readonly wouldBeUnits: number;
}

/** The sources of the sums. */
export interface ImpactParts {
	/** Returns each client's usage of an action over some days. */
	readonly read: (action: Action, span: Span) => Promise<readonly ClientUsed[]>;
	readonly list: PriceList;
}

/** What an action cost over some days, and would have cost at another price. */
export interface FoundImpact {
	/** Sorted by the size of the difference. */
	readonly clients: readonly ClientImpact[];
	/** True if the action was free at the time, where each request counts as one, or its price changed within a day, all of which counts at the old price. */
	readonly isEstimate: boolean;
}

/** Usage is stored as sums of units, so quantities are derived from the prices in force at the time. */
export async function impactOf(
	{ read, list }: ImpactParts,
	{ action, units }: { readonly action: Action; readonly units: number },
	span: Span,
): Promise<FoundImpact> {
	const sums = new Map<string, ClientImpact>();
	const { parts, areDaysDivided } = partsOf(list, action, span);
	let isEstimate = areDaysDivided;
	for (const part of parts) {
		const priceUnits = list.unitsOf(action, part.startMs);
		for (const { clientId, units: paid, requests } of await read(action, part)) {
			if (priceUnits === 0) isEstimate = true;
			const quantity = priceUnits === 0 ? requests : paid / priceUnits;
			const sum = sums.get(clientId) ?? { clientId, units: 0, wouldBeUnits: 0 };
			sums.set(clientId, {
				clientId,
				units: sum.units + paid,
				wouldBeUnits: sum.wouldBeUnits + Math.round(quantity * units),
			});
		}
	}
	const difference = ({ units: was, wouldBeUnits }: ClientImpact) => Math.abs(wouldBeUnits - was);
	const clients = [...sums.values()].sort((a, b) => difference(b) - difference(a));
	return { clients, isEstimate };
}

/** The span, split where the action's price changed. Usage is per day: a change during a day counts from the next one. */
function partsOf(list: PriceList, action: Action, { startMs, endMs }: Span) {
	const changes = list
		.upcoming(startMs)
		.filter((change) => change.action === action && change.effectiveAtMs < endMs)
		.map(({ effectiveAtMs }) => effectiveAtMs);
	const bounds = [startMs, ...changes.map((timeMs) => Math.ceil(timeMs / DAY_MS) * DAY_MS), endMs];
	const parts = bounds
		.slice(1)
		.map((end, place): Span => ({ startMs: bounds[place] ?? startMs, endMs: Math.min(end, endMs) }));
	return { parts, areDaysDivided: changes.some((timeMs) => timeMs % DAY_MS !== 0) };
}
