import type { ClientPolicy } from "../../clients/client.ts";
import { isoTime } from "../../platform/clock.ts";
import { locksOf } from "../locks.ts";
import { scopeFilter } from "../scope-filter.ts";
import { lockedBits, namesText } from "./change-bits.ts";
import type { LoggedChange } from "./change-log.ts";

/** What decides which changes a client sees. */
export type FollowingPolicy = Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments" | "locks">;

/** A change as one client sees it, as JSON text (SPEC E4); `undefined` where it sees nothing of it. */
export type ClientView = (change: LoggedChange) => string | undefined;

/**
 * How a client sees changes. One is shown when the product was inside its scope filter before or is after: leaving is a removal, and a
 * product that enters has changed in everything that it has. What is wholly locked is not named, and a change of nothing else is not shown.
 */
export function clientView(policy: FollowingPolicy): ClientView {
	const passes = scopeFilter(policy);
	const open = ~lockedBits(locksOf(policy.locks));
	return (change) => {
		const { barcode, before, after } = change;
		const wasInside = before !== undefined && passes(barcode, before);
		const isInside = after !== undefined && passes(barcode, after);
		if (!isInside) return wasInside ? entryText(change, 0, true) : undefined;
		const bits = wasInside ? change.changed : change.changed | change.held;
		const shown = bits & open;
		return shown === 0 && bits !== 0 ? undefined : entryText(change, shown, false);
	};
}

function entryText({ barcode, changedAtMs }: LoggedChange, bits: number, isRemoved: boolean): string {
	return `{"barcode":"${barcode}","changed_at":"${isoTime(changedAtMs)}","changed":${namesText(bits)},"removed":${isRemoved}}`;
}
