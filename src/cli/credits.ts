import { grantCredits } from "../billing/grant.ts";
import { type LedgerRow, ledgerRows } from "../billing/ledger-page.ts";
import { isoTime } from "../platform/clock.ts";
import { requestId } from "../platform/ids.ts";
import { creditsForJson, formatCredits, parseCredits } from "../platform/money.ts";
import { existing } from "./client.ts";
import { type AddCommand, CommandFailure, UsageFailure } from "./command-line.ts";

const REFUSALS = { below_zero: "cannot fall below zero", too_large: "would grow beyond ten billion credits" };

export const addCredits: AddCommand = (program, line) => {
	const credits = program.command("credits").description("credits of a client: grant, ledger");

	credits
		.command("grant <id> <amount>")
		.description("add credits to a client; a negative amount (after --) takes them back")
		.option("--note <text>", "why, for the ledger")
		.action((id: string, amount: string, options: { note?: string }) =>
			line.withInstallation(async (installation) => {
				const units = parseCredits(amount);
				if (!units) throw new UsageFailure(`an amount is a number such as 10 or 2.5, not "${amount}"`);
				await existing(installation, id);
				const atMs = installation.clock.now();
				const outcome = await installation.db.write(grantCredits, {
					clientId: id,
					units,
					note: options.note ?? null,
					requestId: requestId(atMs),
					atMs,
				});
				const balance = formatCredits(outcome.balanceUnits);
				if (outcome.refused)
					throw new CommandFailure(`the balance is ${balance}: it ${REFUSALS[outcome.refused]}`);
				const document = { client_id: id, credit_balance: creditsForJson(outcome.balanceUnits) };
				line.print(document, [`${id} has ${balance} credits`]);
			}),
		);

	credits
		.command("ledger <id>")
		.description("everything that ever changed the balance, oldest first")
		.action((id: string) =>
			line.withInstallation(async (installation) => {
				await existing(installation, id);
				const rows = ledgerRows(installation.db, id, {}, "oldest first");
				await line.printRows(rows, entryDocument, entryLine);
			}),
		);
};

function entryDocument(row: LedgerRow) {
	return {
		seq: row.seq,
		at: isoTime(row.at),
		kind: row.kind,
		credits: creditsForJson(row.units),
		balance_after: creditsForJson(row.balance_after),
		request_id: row.request_id,
		note: row.note,
		detail: JSON.parse(row.detail),
	};
}

function entryLine(row: LedgerRow): string {
	const amounts = [row.units, row.balance_after].map((units) => formatCredits(units).padStart(12));
	const columns = [String(row.seq).padStart(6), isoTime(row.at), row.kind.padEnd(8), ...amounts];
	return [...columns, row.request_id, row.note ?? ""].join("  ");
}
