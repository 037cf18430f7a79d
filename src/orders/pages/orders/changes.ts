import type { SettleOutcome } from "../../../billing/ledger/settlement.ts";
import { isActive } from "../../../clients/policy/client.ts";
import { lockedClient } from "../../../clients/policy/owned.ts";
import { type Actor, type EventAction, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { type Placement, placeOrder } from "../../buy/place-order.ts";

/** An order of one of the account's keys. */
interface OwnPlacement {
	readonly accountId: string;
	readonly placement: Placement;
	readonly actor: Actor;
}

export type PlacementOutcome = SettleOutcome | "not_found" | "key_not_active";

/**
 * Charges a key of the account for an order and records it, like an order through the API, together with the event. Whether the key belongs to the account
 * and is
 * active is checked in the same transaction, so that nothing is bought with a key that is being revoked.
 */
export const placeOwnOrder = command<OwnPlacement, PlacementOutcome>(
	"portal.place_order",
	async (tx, { accountId, placement, actor }, traits, beforeCommit) => {
		const { client_id, order_id } = placement.row;
		const client = await lockedClient(tx, client_id, traits);
		if (client?.ownerId !== accountId) return "not_found";
		if (!isActive(client, actor.atMs)) return "key_not_active";
		const [outcome] = await placeOrder.run(tx, [placement], traits, beforeCommit);
		if (!outcome) throw new Error("an order came to nothing");
		if (outcome.paid && !outcome.earlier) {
			await recordEvent(tx, actor, "order.placed", order_id, client_id, client_id);
		}
		return outcome;
	},
);

/** A download from an order. */
interface Fetched {
	readonly action: Extract<EventAction, `order.${string}`>;
	readonly orderId: string;
	readonly clientId: string;
	readonly detail: string;
	readonly actor: Actor;
}

/** Records that something of an order is downloaded, before it is sent. */
export const noteFetched = command<Fetched, undefined>(
	"portal.note_fetched",
	async (tx, { action, orderId, clientId, detail, actor }) => {
		await recordEvent(tx, actor, action, orderId, detail, clientId);
	},
);
