import type { Action } from "../../billing/actions.ts";
import type { PriceList } from "../../billing/prices.ts";
import type { createSummedUsage, Span } from "./summed-usage.ts";

/** What one client paid for an action, and would have paid at another price. */
export interface ClientImpact {
	readonly clientId: string;
	readonly units: number;
	readonly wouldBeUnits: number;
}

/** Where the sums come from, and what they are asked for. */
export interface ImpactParts {
	readonly usage: ReturnType<typeof createSummedUsage>;
	readonly list: PriceList;
	readonly nowMs: number;
}

/**
 * What an action came to by client in some time, and what it would have come to at another price. Usage holds sums of units, so that
 * quantities follow from the prices that were in force.
 * @returns the clients by the size of the difference, whether something was free then, where a request counts as one, and whether all of it was
 * added up.
 */
export async function impactOf(
	{ usage, list, nowMs }: ImpactParts,
	{ action, units }: { readonly action: Action; readonly units: number },
	span: Span,
): Promise<{ clients: ClientImpact[]; isEstimate: boolean; isComplete: boolean }> {
	const sums = new Map<string, ClientImpact>();
	let isEstimate = false;
	const { spans, isComplete } = await usage(action, partsOf(list, action, span), nowMs);
	for (const { span: part, used } of spans) {
		const priceUnits = list.unitsOf(action, part.startMs);
		for (const [clientId, { units: paid, requests }] of used) {
			if (priceUnits === 0) isEstimate = true;
			const quantity = priceUnits === 0 ? requests : paid / priceUnits;
			const sum = sums.get(clientId) ?? { clientId, units: 0, wouldBeUnits: 0 };
			sums.set(clientId, {
				...sum,
				units: sum.units + paid,
				wouldBeUnits: sum.wouldBeUnits + Math.round(quantity * units),
			});
		}
	}
	const difference = ({ units: was, wouldBeUnits }: ClientImpact) => Math.abs(wouldBeUnits - was);
	const clients = [...sums.values()].sort((a, b) => difference(b) - difference(a));
	return { clients, isEstimate, isComplete };
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
