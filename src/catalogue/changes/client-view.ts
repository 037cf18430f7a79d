import type { ClientPolicy } from "../../clients/policy/client.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { locksOf } from "../fields/locks.ts";
import { scopeFilter } from "../reading/scope-filter.ts";
import { lockedBits, namesText } from "./change-bits.ts";
import type { LoggedChange } from "./change-log.ts";

/** The parts of a client's policy that decide which changes it sees. */
export type FollowingPolicy = Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments" | "locks">;

/** Formats a change as one client sees it, as JSON text (SPEC E4); `undefined` if it is hidden from the client. */
export type ClientView = (change: LoggedChange) => string | undefined;

/**
 * How a client sees changes. A change is shown if the product was inside the client's scope filter before or is afterwards: leaving it appears as a
 * removal, and a product that enters it appears as changed in everything it has. What is completely locked is not named, and a change that concerns
 * nothing else is hidden, unless the product appears to the client with it.
 */
export function clientView(policy: FollowingPolicy): ClientView {
	const passes = scopeFilter(policy);
	const open = ~lockedBits(locksOf(policy.locks));
	return (change) => {
		const { barcode, before, after } = change;
		const wasInside = before !== undefined && passes(barcode, before);
		const isInside = after !== undefined && passes(barcode, after);
		if (!isInside) return wasInside ? entryText(change, 0, true) : undefined;
		const shown = (wasInside ? change.changed : change.changed | change.held) & open;
		return wasInside && shown === 0 ? undefined : entryText(change, shown, false);
	};
}

function entryText({ barcode, changedAtMs }: LoggedChange, bits: number, isRemoved: boolean): string {
	return `{"barcode":"${barcode}","changed_at":"${isoTime(changedAtMs)}","changed":${namesText(bits)},"removed":${isRemoved}}`;
}
