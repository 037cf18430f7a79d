import { openFirstBalance } from "../../billing/balances/open-balances.ts";
import type { CarryOver } from "../../platform/db/state-before.ts";

/** Keys and tokens that were given up after a backup stay refused when it is restored, and clients may do no more than before. */
export async function carryOverClients(state: CarryOver): Promise<void> {
	await state.add({ table: "revoked_token", key: ["jti"] });
	const tokens = { table: "refresh_token", key: ["token_hash"] };
	await state.change({
		...tokens,
		set: {
			consumed_at: "coalesce(refresh_token.consumed_at, before.consumed_at)",
			revoked_at: "coalesce(refresh_token.revoked_at, before.revoked_at)",
		},
	});
	await state.remove(tokens);
	const clients = { table: "client", key: ["client_id"] };
	// Of two keys the one of the later rotation, whichever state has it.
	await state.change({
		...clients,
		set: ["key_hash", "key_version"],
		where: "before.key_version >= client.key_version",
	});
	await state.change({
		...clients,
		set: {
			revoked_at: "coalesce(client.revoked_at, before.revoked_at)",
			expires_at: "before.expires_at",
			allowlist: "before.allowlist",
			locks: "before.locks",
		},
	});
	await addFormerClients(state);
}

/** Clients that the backup does not have but that got pictures come back revoked: their mark seeds tell whose copy leaked. */
async function addFormerClients(state: CarryOver): Promise<void> {
	const { tx, nowMs } = state;
	const deliveries = state.nameOf("delivery");
	if (deliveries === undefined) return;
	await state.add({
		table: "client",
		key: ["client_id"],
		where: `before.client_id in (select client_id from ${deliveries})`,
		// Whom they belonged to may not exist, and may get others.
		instead: {
			revoked_at: `coalesce(before.revoked_at, ${nowMs})`,
			owner_id: null,
			viewer_id: null,
			buyer_id: null,
		},
	});
	const added = await tx
		.selectFrom("client")
		.select("client_id")
		.where("client_id", "not in", tx.selectFrom("balance_member").select("client_id"))
		.execute();
	for (const { client_id } of added) await openFirstBalance(tx, client_id);
}
