import { announcePrice, type PriceOrder } from "../../src/billing/prices/prices.ts";
import { type PriceWithdrawal, withdrawAnnounced } from "../../src/billing/prices/withdraw-price.ts";
import { changeClient, rotateKey } from "../../src/clients/pages/changes.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { draftKey, type Issuing } from "../../src/clients/policy/service.ts";
import type { Actor } from "../../src/pages/events.ts";
import type { Database } from "../../src/platform/db/database.ts";

/** Actions of an operator, made with the commands that the pages and the command line use. */

function operatorAt(atMs: number): Actor {
	return { accountId: null, address: null, requestId: "req_test", atMs };
}

export function announce(db: Database, order: PriceOrder) {
	return db.write(announcePrice, { ...order, beforeUnits: 0, actor: operatorAt(order.nowMs) });
}

export function withdraw(db: Database, withdrawal: PriceWithdrawal) {
	return db.write(withdrawAnnounced, { ...withdrawal, actor: operatorAt(withdrawal.nowMs) });
}

export function changePolicy(db: Database, clientId: string, policy: Partial<ClientPolicy>, atMs = 0) {
	return db.write(changeClient, { clientId, policy, actor: operatorAt(atMs) });
}

/** @returns the new key; undefined for a client that is revoked or unknown. */
export async function rotate(
	{ db, clock, hashKeys }: Issuing,
	clientId: string,
): Promise<string | undefined> {
	const { apiKey, keyHash } = draftKey(hashKeys);
	const outcome = await db.write(rotateKey, { clientId, keyHash, actor: operatorAt(clock.now()) });
	return outcome === "done" ? apiKey : undefined;
}
