import { sql } from "kysely";
import type { CopiedTable } from "../../platform/db/row-copy.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { readSecretFit } from "../../platform/secret-fit.ts";
import { BackupError, type Header } from "./archive-format.ts";

/** Tables that a new installation fills before anybody uses it. */
const NEVER_EMPTY = new Set([
	"service_state",
	"portal_setting",
	"portal_attempt",
	"sign_in_window",
	"task",
	"usage_sum",
]);

/**
 * Refuses to overwrite anything but an empty database or, if asked to, an earlier state of the same installation.
 * @param present the tables that already exist. @returns whether there is such a state. @throws BackupError
 */
export async function refuseForeignRows(
	tx: Tx,
	present: readonly CopiedTable[],
	header: Header,
	replace: boolean,
): Promise<boolean> {
	const names = present.map(({ name }) => name);
	const full: string[] = [];
	for (const name of names) {
		if (NEVER_EMPTY.has(name)) continue;
		const { rows } = await sql`select 1 as found from ${sql.table(name)} limit 1`.execute(tx);
		if (rows.length > 0) full.push(name);
	}
	if (full.length === 0) return false;
	if (!replace) {
		throw new BackupError(
			`the database is not empty (it has rows in ${full.slice(0, 3).join(", ")}); --force replaces an earlier state of the same installation`,
		);
	}
	const fit = names.includes("service_state") ? await readSecretFit(tx) : undefined;
	if (fit !== header.secret_fit) {
		throw new BackupError(
			"the database belongs to another installation with another master secret: it was left unchanged",
		);
	}
	return true;
}
