import { hash } from "node:crypto";
import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { bucketKey } from "../../platform/http/client-address.ts";

const WINDOW_MS = 15 * 60_000;

/** A sign-in attempt, with the buckets it counts against. */
export interface Attempt {
	/** Buckets and how many attempts each admits, sorted by name. */
	readonly buckets: readonly Bucket[];
	/** The bucket of guesses at one account from all addresses together. */
	readonly everywhere?: AccountBucket;
	readonly nowMs: number;
}

interface Bucket {
	readonly name: string;
	readonly limit: number;
}

interface AccountBucket extends Bucket {
	readonly email: string;
	/** The origin of this attempt, as given by `addressKey`. */
	readonly addressKey: string;
}

/** The buckets of an admitted attempt, by what a success does to them. */
export interface CountedAttempt {
	/** The account's bucket for this address: a success empties it. */
	readonly own: string;
	/** Buckets shared with others: a success only uncounts this attempt, so that one correct password does not make up for guesses. */
	readonly shared: readonly string[];
}

/** User-entered addresses are stored as hashes: nothing that anybody sends is stored verbatim. */
export function accountBucket(email: string): string {
	return `account ${hash("sha256", email.toLowerCase(), "base64url")}`;
}

export function addressBucket(address: string): string {
	return `address ${bucketKey(address)}`;
}

/** Links that do not work, opened from one address. Signing in from there goes on. */
export function linkBucket(address: string): string {
	return `link ${bucketKey(address)}`;
}

/** Mails that requests from one address trigger. */
export function mailsBucket(address: string): string {
	return `mails ${bucketKey(address)}`;
}

/** Mails to one mailbox triggered by somebody entering its address, from wherever. */
export function mailboxBucket(email: string): string {
	return `mail ${hash("sha256", email.toLowerCase(), "base64url")}`;
}

/** Guesses at one account from one address: somebody guessing elsewhere does not lock the owner out. */
export function ownBucket(email: string, address: string): string {
	return `${accountBucket(email)} ${bucketKey(address)}`;
}

function knownAddress(account: string, addressKey: string): string {
	return `${account} known ${addressKey}`;
}

/**
 * Counts an attempt before anything is checked, so that parallel guesses never exceed the limit. A full window refuses until 15 minutes
 * after its first attempt; refused attempts do not extend it.
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
		// A single address must not fill the bucket that counts all of them.
		if (refusedUntilMs !== undefined || !input.everywhere) return refusedUntilMs;
		const { started_at, attempts } = await count(tx, input.everywhere.name, input.nowMs);
		if (attempts <= input.everywhere.limit) return undefined;
		return (await isKnown(tx, input.everywhere, input.nowMs)) ? undefined : started_at + WINDOW_MS;
	},
);

/** Whether the account is signed in from this address, or has just set its password from there: guesses from elsewhere do not lock that out. */
async function isKnown(tx: Tx, { name, email, addressKey }: AccountBucket, nowMs: number): Promise<boolean> {
	const known = await tx
		.selectFrom("portal_attempt")
		.select("bucket")
		.where("bucket", "=", knownAddress(name, addressKey))
		.where("started_at", ">", nowMs - WINDOW_MS)
		.executeTakeFirst();
	if (known) return true;
	const sessions = await tx
		.selectFrom("account_session")
		.innerJoin("account", "account.account_id", "account_session.account_id")
		.select("account_session.address")
		.distinct()
		.where("account.email", "=", email)
		.execute();
	return sessions.some(({ address }) => bucketKey(address) === addressKey);
}

/** Lets the holder of a one-time link sign in from this address, however many others are guessing. */
export async function trustAddress(tx: Tx, email: string, address: string, nowMs: number): Promise<void> {
	const account = accountBucket(email);
	await tx.deleteFrom("portal_attempt").where("bucket", "=", ownBucket(email, address)).execute();
	await tx
		.insertInto("portal_attempt")
		.values({ bucket: knownAddress(account, bucketKey(address)), started_at: nowMs, attempts: 0 })
		.onConflict((on) => on.column("bucket").doUpdateSet({ started_at: nowMs }))
		.execute();
}

/** Uncounts an attempt that turned out not to be a guess. */
export const uncountAttempt = command<{ buckets: readonly string[] }, undefined>(
	"portal.give_back_attempt",
	async (tx, { buckets }) => {
		await uncount(tx, buckets);
	},
);

/** After a success: empties the attempt's own bucket, and uncounts it in the shared ones. */
export async function clearAttempts(tx: Tx, { own, shared }: CountedAttempt): Promise<void> {
	await uncount(tx, shared);
	await tx.deleteFrom("portal_attempt").where("bucket", "=", own).execute();
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

async function uncount(tx: Tx, buckets: readonly string[]): Promise<void> {
	for (const bucket of buckets) {
		await tx
			.updateTable("portal_attempt")
			.set((set) => ({ attempts: set("attempts", "-", 1) }))
			.where("bucket", "=", bucket)
			.where("attempts", ">", 0)
			.execute();
	}
}
