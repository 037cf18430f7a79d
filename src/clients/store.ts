import { type Grant, grant } from "../billing/grant.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { ClientPolicy } from "./client.ts";
import { policyColumns } from "./client.ts";
import type { ClientTable } from "./tables.ts";

export interface NewClient {
	readonly clientId: string;
	readonly policy: ClientPolicy;
	readonly keyHash: string;
	readonly markSeed: Uint8Array;
	/** The first entry of its ledger. */
	readonly grant: Grant;
}

/** Creates the client and its balance together. */
export const createClient = command<NewClient, undefined>("clients.create", async (tx, input, traits) => {
	await tx
		.insertInto("client")
		.values({
			client_id: input.clientId,
			...policyColumns(input.policy),
			key_hash: input.keyHash,
			key_version: 1,
			revoked_at: null,
			mark_seed: input.markSeed,
			created_at: input.grant.atMs,
		})
		.execute();
	await tx
		.insertInto("balance")
		.values({ client_id: input.clientId, units: 0, ledger_seq: 0, ledger_hash: "" })
		.execute();
	if (input.grant.units > 0) await grant(tx, input.grant, traits);
	return undefined;
});

export const updateClient = command<{ clientId: string; policy: ClientPolicy }, boolean>(
	"clients.update",
	async (tx, { clientId, policy }) => {
		const { numUpdatedRows } = await tx
			.updateTable("client")
			.set(policyColumns(policy))
			.where("client_id", "=", clientId)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	},
);

/** A new key: the old one and every token issued for it are dead. */
export const rotateKey = command<{ clientId: string; keyHash: string; nowMs: number }, boolean>(
	"clients.rotate_key",
	async (tx, { clientId, keyHash, nowMs }) => {
		const { numUpdatedRows } = await tx
			.updateTable("client")
			.set((set) => ({ key_hash: keyHash, key_version: set("key_version", "+", 1) }))
			.where("client_id", "=", clientId)
			.where("revoked_at", "is", null)
			.executeTakeFirst();
		if (numUpdatedRows !== 1n) return false;
		await tx
			.updateTable("refresh_token")
			.set({ revoked_at: nowMs })
			.where("client_id", "=", clientId)
			.where("revoked_at", "is", null)
			.execute();
		return true;
	},
);

/** Disables the client for good. Revoking again changes nothing. */
export const revokeClient = command<{ clientId: string; nowMs: number }, boolean>(
	"clients.revoke",
	async (tx, { clientId, nowMs }) => {
		const { numUpdatedRows } = await tx
			.updateTable("client")
			.set((set) => ({ revoked_at: set.fn.coalesce("revoked_at", set.val(nowMs)) }))
			.where("client_id", "=", clientId)
			.executeTakeFirst();
		return numUpdatedRows === 1n;
	},
);

/** The row of a client, inside a transaction or out of one. */
export function clientRow(tx: Tx, clientId: string): Promise<ClientTable | undefined> {
	return tx.selectFrom("client").selectAll().where("client_id", "=", clientId).executeTakeFirst();
}

export function allClientRows(db: Database): Promise<ClientTable[]> {
	return db.scan.selectFrom("client").selectAll().orderBy("created_at").orderBy("client_id").execute();
}
