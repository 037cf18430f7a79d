import type { Metric } from "prom-client";
import type { Database } from "../db/database.ts";
import type { Tx } from "../db/tx.ts";
import { gaugesOf, shown } from "../telemetry/shown-metrics.ts";
import type { Clock } from "../time/clock.ts";

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

export function mailMetrics({
	db,
	clock,
}: {
	readonly db: Database;
	readonly clock: Clock;
}): readonly Metric[] {
	const of = gaugesOf(() => mailTotals(db.read));
	return [
		of("packshot_mails_waiting", "Mails that no mail server has taken yet", ({ waiting }) => waiting),
		of("packshot_mail_oldest_seconds", "Age of the oldest of them; 0 without one", ({ oldestMs }) =>
			oldestMs === null ? 0 : Math.max(0, clock.now() - oldestMs) / 1000,
		),
		shown("counter", "packshot_mail_attempts_total", "Attempts to send a mail by how they ended", () =>
			Object.entries(mailCounters).map(([outcome, value]) => ({ labels: { outcome }, value })),
		),
	];
}
