import { command } from "../../platform/db/command.ts";
import { findRow, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isActive, isAddressAllowed } from "../policy/client.ts";
import { lockedClient } from "../policy/owned.ts";
import type { RefreshTokenTable } from "./tables.ts";

export interface NewRefreshToken {
	readonly hash: string;
	readonly expiresAtMs: number;
}

export interface Refresh {
	readonly clientId: string;
	/** As stored: whichever of the two hashes matched. */
	readonly tokenHash: string;
	readonly address: string;
	readonly nowMs: number;
	readonly next: NewRefreshToken;
}

export type RefreshOutcome =
	| { readonly kind: "refreshed"; readonly keyVersion: number }
	| { readonly kind: "invalid" | "disabled" | "address_not_allowed" | "reused" | "expired" };

/**
 * Consumes a refresh token and stores the next one, or raises the reuse alarm, in one transaction. Order of checks as in SPEC D11 and SPEC D12:
 * revoked, client active, allowlist, reused, expired; nothing is consumed before all of them have passed.
 */
export const refresh = command<Refresh, RefreshOutcome>("auth.refresh", async (tx, input, traits) => {
	const client = await lockedClient(tx, input.clientId, traits);
	const token = await findRow(tx, "refresh_token", { token_hash: input.tokenHash });
	// Rotating the key revokes consumed tokens too: reuse of a token from before the rotation says nothing about those issued since.
	if (!client || !token || token.revoked_at !== null) return { kind: "invalid" };
	if (!isActive(client, input.nowMs)) return { kind: "disabled" };
	if (!isAddressAllowed(client, input.address)) return { kind: "address_not_allowed" };
	if (token.consumed_at !== null) {
		await revocation(tx, input.clientId, input.nowMs).where("consumed_at", "is", null).execute();
		return { kind: "reused" };
	}
	if (token.expires_at <= input.nowMs) return { kind: "expired" };
	await updateRows(tx, "refresh_token", { token_hash: input.tokenHash }, { consumed_at: input.nowMs });
	await addRefreshToken(tx, input.clientId, input.next, input.nowMs);
	return { kind: "refreshed", keyVersion: client.keyVersion };
});

export async function addRefreshToken(
	tx: Tx,
	clientId: string,
	token: NewRefreshToken,
	nowMs: number,
): Promise<void> {
	await insertRow(tx, "refresh_token", {
		token_hash: token.hash,
		client_id: clientId,
		issued_at: nowMs,
		expires_at: token.expiresAtMs,
		consumed_at: null,
		revoked_at: null,
	});
}

/** The token's owner, read before anything is decided. */
export async function findRefreshToken(
	tx: Tx,
	hashes: readonly string[],
): Promise<Pick<RefreshTokenTable, "token_hash" | "client_id" | "revoked_at" | "consumed_at"> | undefined> {
	return tx
		.selectFrom("refresh_token")
		.select(["token_hash", "client_id", "revoked_at", "consumed_at"])
		.where("token_hash", "in", hashes)
		.executeTakeFirst();
}

/** Revokes every refresh token of a client, consumed ones included. */
export async function revokeRefreshTokens(tx: Tx, clientId: string, nowMs: number): Promise<void> {
	await revocation(tx, clientId, nowMs).execute();
}

function revocation(tx: Tx, clientId: string, nowMs: number) {
	return tx
		.updateTable("refresh_token")
		.set({ revoked_at: nowMs })
		.where("client_id", "=", clientId)
		.where("revoked_at", "is", null);
}
