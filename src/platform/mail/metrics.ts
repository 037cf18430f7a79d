import type { Tx } from "../db/tx.ts";

/** Attempts of this process by how they ended, counted since it started: plain numbers, incremented in place. */
export const mailCounters = { sent: 0, retried: 0, given_up: 0 };

/** Outbox figures for the operator. */
export interface MailTotals {
	readonly waiting: number;
	/** When the oldest waiting mail was written; `null` if none is waiting. */
	readonly oldestMs: number | null;
}

export async function mailTotals(tx: Tx): Promise<MailTotals> {
	const { waiting, oldest } = await tx
		.selectFrom("mail")
		.select(({ fn }) => [
			fn.countAll<number>().as("waiting"),
			fn.min<number | null>("created_at").as("oldest"),
		])
		.where("retry_at", "is not", null)
		.executeTakeFirstOrThrow();
	return { waiting, oldestMs: oldest };
}
