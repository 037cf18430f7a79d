import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { AccountTable } from "../tables.ts";
import { lockedAccount } from "./accounts.ts";

/** To whom statements and invoices of an account are written. */
export interface Billing {
	readonly name: string;
	/** Lines, without the country. */
	readonly address: string;
	/** ISO 3166, two letters. */
	readonly country: string;
	readonly vat_id: string | null;
}

export function billingOf({ billing }: Pick<AccountTable, "billing">): Billing | null {
	return billing === null ? null : JSON.parse(billing);
}

export const setBilling = command<{ accountId: string; billing: Billing | null; actor: Actor }, undefined>(
	"portal.set_billing",
	async (tx, { accountId, billing, actor }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		const text = billing && JSON.stringify(billing);
		if (!account || account.billing === text) return;
		await updateRows(tx, "account", { account_id: accountId }, { billing: text });
		await recordEvent(tx, actor, "account.billing", accountId);
	},
);
