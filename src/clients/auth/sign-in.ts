import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { sameSecret } from "../../platform/secrets.ts";
import { clientFromRow, isActive, isAddressAllowed } from "../policy/client.ts";
import { lockedRow } from "../policy/owned.ts";
import { addRefreshToken, type NewRefreshToken } from "./refresh-tokens.ts";
import type { SignInFailureTable } from "./tables.ts";

export interface SignIn {
	readonly clientId: string;
	/** Hash of the presented key under the service's current and previous key. */
	readonly keyHashes: readonly [current: string, previous: string];
	readonly address: string;
	readonly nowMs: number;
	readonly lockoutFailures: number;
	readonly lockoutMs: number;
	readonly refreshToken: NewRefreshToken;
}

export type SignInOutcome =
	| { readonly kind: "signed_in"; readonly keyVersion: number }
	| { readonly kind: "locked"; readonly untilMs: number }
	| { readonly kind: "wrong" | "disabled" | "address_not_allowed" };

/**
 * Decides a sign-in in one transaction: lock, key, client, allowlist, in this order (SPEC D11). Because failures are counted here, parallel guesses
 * cannot exceed the limit. Unknown client ids are counted in the same way, so that they cannot be distinguished from known ones.
 */
export const signIn = command<SignIn, SignInOutcome>("auth.sign_in", decide, ({ clientId }) => clientId);

async function decide(tx: Tx, input: SignIn, traits: EngineTraits): Promise<SignInOutcome> {
	const failures = await openFailures(tx, input, traits);
	if (failures.lockedUntilMs > input.nowMs) return { kind: "locked", untilMs: failures.lockedUntilMs };

	const row = await lockedRow(tx, input.clientId, traits);
	if (!row || !input.keyHashes.some((hash) => sameSecret(hash, row.key_hash))) {
		await countFailure(tx, input, failures.count + 1);
		return { kind: "wrong" };
	}
	if (failures.count > 0 || traits.locksRows)
		await deleteRows(tx, "sign_in_failure", { client_id: input.clientId });
	const client = clientFromRow(row);
	if (!isActive(client, input.nowMs)) return { kind: "disabled" };
	if (!isAddressAllowed(client, input.address)) return { kind: "address_not_allowed" };
	await addRefreshToken(tx, input.clientId, input.refreshToken, input.nowMs);
	return { kind: "signed_in", keyVersion: client.keyVersion };
}

/** The failures so far. Where transactions run concurrently, one statement inserts or locks the row, so that there is always a row to lock. */
async function openFailures(
	tx: Tx,
	input: SignIn,
	traits: EngineTraits,
): Promise<{ count: number; lockedUntilMs: number }> {
	const row = traits.locksRows
		? await lockedFailures(tx, input)
		: await findRow(tx, "sign_in_failure", { client_id: input.clientId });
	const lockedUntilMs = row?.locked_until ?? 0;
	// An expired lock resets the count.
	const count = lockedUntilMs > 0 && lockedUntilMs <= input.nowMs ? 0 : (row?.failures ?? 0);
	return { count, lockedUntilMs };
}

function lockedFailures(tx: Tx, { clientId, nowMs }: SignIn): Promise<SignInFailureTable | undefined> {
	return tx
		.insertInto("sign_in_failure")
		.values({ client_id: clientId, failures: 0, locked_until: 0, updated_at: nowMs })
		.onConflict((on) => on.column("client_id").doUpdateSet({ client_id: clientId }))
		.returningAll()
		.executeTakeFirst();
}

async function countFailure(tx: Tx, input: SignIn, failures: number): Promise<void> {
	const locked_until = failures >= input.lockoutFailures ? input.nowMs + input.lockoutMs : 0;
	const row = { failures, locked_until, updated_at: input.nowMs };
	await tx
		.insertInto("sign_in_failure")
		.values({ client_id: input.clientId, ...row })
		.onConflict((on) => on.column("client_id").doUpdateSet(row))
		.execute();
}
