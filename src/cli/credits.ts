import { creditsForJson, formatCredits, parseCredits } from "../api/credits.ts";
import { chargeLines } from "../billing/ledger/charge-lines.ts";
import { ledgerDocument } from "../billing/ledger/ledger-document.ts";
import type { LedgerRow } from "../billing/ledger/ledger-page.ts";
import { partsRows } from "../billing/ledger/ledger-parts.ts";
import { clientLedger } from "../clients/account/client-ledger.ts";
import { giveCredits } from "../clients/pages/changes.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { ulid } from "../platform/ids.ts";
import { isoTime } from "../platform/time/clock.ts";
import { clientNotFound, existing } from "./client.ts";
import { type AddCommand, CommandFailure, examples, UsageFailure } from "./command-line.ts";
import { plainText } from "./plain-option.ts";

const REFUSALS = {
	balance_too_small: "cannot fall below zero",
	balance_too_large: "would exceed ten billion credits",
};
const LONGEST_NOTE = 500;

export const addCredits: AddCommand = (program, line) => {
	const credits = program.command("credits").description("manage a client's credits: grant, ledger");

	credits
		.command("grant <id> <amount>")
		.description("add credits to a client; a negative amount (after --) removes them")
		.option("--note <text>", "reason, recorded in the ledger")
		.addHelpText(
			...examples(
				'credits grant ps_client_3qmpyw2l6knmtz5a7bcd 250 --note "invoice 1042"',
				"credits grant ps_client_3qmpyw2l6knmtz5a7bcd -- -10",
			),
		)
		.action((id: string, amount: string, options: { note?: string }) => {
			const units = parseCredits(amount);
			if (!units) throw new UsageFailure(`an amount is a number such as 10 or 2.5, not "${amount}"`);
			const note = plainText("--note", options.note, LONGEST_NOTE);
			return line.withInstallation(async (installation) => {
				const atMs = installation.clock.now();
				const outcome = await installation.db.write(giveCredits, {
					clientId: id,
					units,
					note: note ?? null,
					topUpId: `top_${ulid(atMs)}`,
					actor: commandLineActor(atMs),
				});
				if (outcome.kind === "key_not_active") {
					throw new CommandFailure(`${id} is revoked or has expired: nothing is added`);
				}
				if (!("balanceUnits" in outcome)) throw clientNotFound(id);
				const balance = formatCredits(outcome.balanceUnits);
				if (outcome.kind !== "done") {
					throw new CommandFailure(`the balance is ${balance}: it ${REFUSALS[outcome.kind]}`);
				}
				const document = { client_id: id, credit_balance: creditsForJson(outcome.balanceUnits) };
				line.print(document, [`${id} has ${balance} credits`]);
			});
		});

	credits
		.command("ledger <id>")
		.description(
			"list every change of the balance that a client draws on, and what it did to others before, oldest first, and what each charge was for",
		)
		.addHelpText(...examples("credits ledger ps_client_3qmpyw2l6knmtz5a7bcd"))
		.action((id: string) =>
			line.withInstallation(async (installation) => {
				await existing(installation, id);
				const parts = await clientLedger(installation.db, id);
				const rows = partsRows(installation.db, parts, {}, "oldest first");
				await line.printRows(rows, entryDocument, {
					head: HEAD,
					text: entryLine,
					whenEmpty: "the balance has not changed yet",
				});
			}),
		);
};

function entryDocument(row: LedgerRow) {
	return { ...ledgerDocument(row), detail: JSON.parse(row.detail) };
}

const HEAD = columns(["SEQ", "AT", "KIND", "CREDITS", "BALANCE", "REQUEST_ID", "BARCODE", "FOR"]);

function entryLine(row: LedgerRow): string {
	return columns([
		String(row.seq),
		isoTime(row.at),
		row.kind,
		formatCredits(row.units),
		formatCredits(row.balance_after),
		row.request_id,
		row.barcode ?? "-",
		[...chargeLines(row).map(lineText), ...(row.note === null ? [] : [row.note])].join("; "),
	]);
}

/** `2 × products.get.info at 0.1` */
function lineText({ action, quantity, price }: ReturnType<typeof chargeLines>[number]): string {
	return `${quantity === 1 ? "" : `${quantity} × `}${action} at ${price}`;
}

function columns([
	seq = "",
	at = "",
	kind = "",
	credits = "",
	balance = "",
	id = "",
	barcode = "",
	what = "",
]: string[]) {
	const amounts = `${credits.padStart(12)}  ${balance.padStart(12)}`;
	return `${seq.padStart(6)}  ${at.padEnd(24)}  ${kind.padEnd(8)}  ${amounts}  ${id.padEnd(30)}  ${barcode.padEnd(14)}  ${what}`.trimEnd();
}
