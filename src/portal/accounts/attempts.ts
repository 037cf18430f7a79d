import { hash } from "node:crypto";
import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { bucketKey } from "../../platform/http/client-address.ts";

const WINDOW_MS = 15 * 60_000;

/** A sign-in attempt, by what it counts against. */
export interface Attempt {
	/** Windows and how many attempts they admit, ordered by name. */
	readonly buckets: readonly { readonly name: string; readonly limit: number }[];
	readonly nowMs: number;
}

/** A typed e-mail address is stored as a hash: nothing that callers send is stored unchanged. */
export function accountBucket(email: string): string {
	return `account ${hash("sha256", email.toLowerCase(), "base64url")}`;
}

export function addressBucket(address: string): string {
	return `address ${bucketKey(address)}`;
}

/**
 * Counts an attempt before anything is checked, so that parallel guesses never exceed the limit. A full window refuses until 15 minutes
 * after its first attempt; refused attempts do not prolong that.
 * @returns until when the attempt is refused; `undefined` if it may proceed.
 */
export const beginAttempt = command<Attempt, number | undefined>(
	"portal.begin_attempt",
	async (tx, input) => {
		let refusedUntilMs: number | undefined;
		for (const { name, limit } of input.buckets) {
			const { started_at, attempts } = await count(tx, name, input.nowMs);
			if (attempts > limit) refusedUntilMs = Math.max(refusedUntilMs ?? 0, started_at + WINDOW_MS);
		}
		return refusedUntilMs;
	},
);

/** Gives back an attempt that was not a guess. */
export const giveBackAttempt = command<{ buckets: readonly string[] }, undefined>(
	"portal.give_back_attempt",
	async (tx, { buckets }) => {
		await giveBack(tx, buckets);
		return undefined;
	},
);

/**
 * After a success the account's window is empty; the address's window gets back this attempt only, so that one correct password does not
 * pay for guesses.
 */
export async function forgetAttempts(tx: Tx, account: string, address: string): Promise<void> {
	await giveBack(tx, [address]);
	await tx.deleteFrom("portal_attempt").where("bucket", "=", account).execute();
}

/** One statement inserts or locks the row, so that concurrent attempts are counted one after the other. */
async function count(
	tx: Tx,
	bucket: string,
	nowMs: number,
): Promise<{ started_at: number; attempts: number }> {
	const row = await tx
		.insertInto("portal_attempt")
		.values({ bucket, started_at: nowMs, attempts: 1 })
		.onConflict((on) =>
			on.column("bucket").doUpdateSet((set) => {
				const isOver = set.or([
					set("portal_attempt.started_at", "<=", nowMs - WINDOW_MS),
					// A clock that was set back starts a new window.
					set("portal_attempt.started_at", ">", nowMs + WINDOW_MS),
				]);
				return {
					started_at: set.case().when(isOver).then(nowMs).else(set.ref("portal_attempt.started_at")).end(),
					attempts: set
						.case()
						.when(isOver)
						.then(1)
						.else(set("portal_attempt.attempts", "+", 1))
						.end(),
				};
			}),
		)
		.returning(["started_at", "attempts"])
		.executeTakeFirstOrThrow();
	return row;
}

async function giveBack(tx: Tx, buckets: readonly string[]): Promise<void> {
	for (const bucket of buckets) {
		await tx
			.updateTable("portal_attempt")
			.set((set) => ({ attempts: set("attempts", "-", 1) }))
			.where("bucket", "=", bucket)
			.where("attempts", ">", 0)
			.execute();
	}
}
