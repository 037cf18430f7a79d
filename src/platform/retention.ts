import { type Kysely, sql } from "kysely";
import { type Command, command } from "./db/command.ts";
import type { Tables } from "./db/tables.ts";
import type { Tx } from "./db/tx.ts";
import { repeat } from "./tasks/repeat.ts";
import { DAY_MS } from "./time/durations.ts";

/** Rows that are obsolete after the time stored in one of their columns. The column is indexed. */
export interface ExpiringRows {
	readonly table: string;
	readonly expiresAt: string;
	/** The column that identifies a row; without one, rows are deleted up to a point in time, so those of the same millisecond go together. */
	readonly key: string | undefined;
}

/** Declares how long rows of a table live; to be called by the room that owns the table. */
export function expiringRows<T extends keyof Tables & string>(
	table: T,
	expiresAt: keyof Tables[T] & string,
	key?: keyof Tables[T] & string,
): ExpiringRows {
	return { table, expiresAt, key };
}

/** Expired rows are kept for another day, so that a clock that jumps back revives nothing (SPEC D40). */
const GRACE_MS = DAY_MS;
/** Rows deleted per statement; more would make other writes wait too long. */
export const ROWS_AT_ONCE = 500;

/** Deletes a bounded number of rows of each kind that expired more than a day ago. @returns whether there may be more. */
export function sweepOf(kinds: readonly ExpiringRows[]): Command<{ readonly nowMs: number }, boolean> {
	return command("sweep", async (tx, { nowMs }) => {
		let isMore = false;
		for (const kind of kinds) {
			const deleted = await deleteExpired(tx, kind, nowMs - GRACE_MS);
			if (deleted >= ROWS_AT_ONCE) isMore = true;
		}
		return isMore;
	});
}

/** The names are declared in code but not typed here: each declaration is checked where it is made. */
// biome-ignore lint/suspicious/noExplicitAny: tables whose columns only their rooms know
type AnyTable = Kysely<any>;

async function deleteExpired(
	tx: Tx,
	{ table, expiresAt, key }: ExpiringRows,
	beforeMs: number,
): Promise<number> {
	const rows = tx as unknown as AnyTable;
	const expired = rows.selectFrom(table).where(expiresAt, "<", beforeMs);
	const doomed = rows.deleteFrom(table);
	if (key !== undefined) {
		const keys = expired.select(key).limit(ROWS_AT_ONCE);
		return Number((await doomed.where(key, "in", keys).executeTakeFirst()).numDeletedRows);
	}
	const last = await expired
		.select(sql.ref<number>(expiresAt).as("expires_at"))
		.orderBy(expiresAt)
		.limit(1)
		.offset(ROWS_AT_ONCE - 1)
		.executeTakeFirst();
	const upTo = doomed.where(expiresAt, "<", beforeMs).where(expiresAt, "<=", last?.expires_at ?? beforeMs);
	return Number((await upTo.executeTakeFirst()).numDeletedRows);
}

/** Periodic work in small steps, repeated until there is nothing left to do. */
export interface RegularWork {
	readonly everyMs: number;
	/** @returns whether there may be more to do right away. */
	readonly step: () => Promise<boolean>;
}

/** Upper bound of the pause after a step. */
const LONGEST_REST_MS = 100;

/** Runs periodic work; failed work is retried the next time. @returns a function that stops it and resolves once the current step has ended. */
export function runRegularly(
	works: readonly RegularWork[],
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const stops = works.map(({ everyMs, step }) => {
		let isFirst = true;
		return repeat({
			async step() {
				const beganMs = performance.now();
				const isMore = !isFirst && (await step());
				isFirst = false;
				// Leaves three quarters of the time to requests, however much there is to catch up on.
				return isMore ? Math.min(LONGEST_REST_MS, 3 * (performance.now() - beganMs)) : everyMs;
			},
			onFault,
			afterFaultMs: everyMs,
		});
	});
	return async () => {
		await Promise.all(stops.map((stop) => stop()));
	};
}
