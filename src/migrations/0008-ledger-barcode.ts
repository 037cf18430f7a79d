import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** The barcode that a charge was for, if any. Not filled in for existing rows. */
export const ledgerBarcode: Migration = {
	name: "0008-ledger-barcode",
	up: (tx, traits) => addedColumns(tx, traits, "ledger", { barcode: "text?" }),
};
