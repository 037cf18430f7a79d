import type { Tx } from "../db/tx.ts";

export interface MailCheck {
	/** Not accepted by a mail server yet; still being retried. */
	readonly waiting: number;
	/** Mails of the last days that were given up, by how their last attempt failed. */
	readonly givenUp: readonly { readonly reason: string; readonly mails: number }[];
}

/** What became of the mail of the last days. None of it is a fault of the database. */
export async function checkMail(tx: Tx): Promise<MailCheck> {
	const rows = await tx
		.selectFrom("mail")
		.select(["last_failure", "given_up_at"])
		.where((row) => row.or([row("retry_at", "is not", null), row("given_up_at", "is not", null)]))
		.execute();
	const reasons = new Map<string, number>();
	for (const { last_failure, given_up_at } of rows) {
		const reason = last_failure ?? "unknown";
		if (given_up_at !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	return {
		waiting: rows.filter(({ given_up_at }) => given_up_at === null).length,
		givenUp: [...reasons].map(([reason, mails]) => ({ reason, mails })),
	};
}
