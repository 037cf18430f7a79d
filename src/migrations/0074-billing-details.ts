import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** To whom payments and statements are written, and invoices of credits that are approved by hand. */
export const billingDetails: Migration = {
	name: "0074-billing-details",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account", { billing: "text?" });
		await addedColumns(tx, traits, "payment", { customer: "text?" });
		await addedColumns(tx, traits, "top_up", { invoice: "text?" });
	},
};
