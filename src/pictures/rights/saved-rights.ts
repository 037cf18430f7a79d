import type { Selectable } from "kysely";
import { findRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { NO_RIGHTS, RIGHTS_NAMES, type RightsTexts } from "./texts.ts";

/** The texts about rights that every delivered picture carries: one row, or none if nothing was ever set (ADR-0049). */
export interface PictureRightsTable {
	rights_id: string;
	/** Incremented on each change. */
	revision: number;
	creator: string | null;
	credit_line: string | null;
	copyright_notice: string | null;
	usage_terms: string | null;
	web_statement: string | null;
	licensor_name: string | null;
	licensor_url: string | null;
	/** One of DATA_MINING. */
	data_mining: string | null;
	/** The account that saved it; null: the command line. */
	saved_by: string | null;
	saved_at: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		picture_rights: PictureRightsTable;
	}
}

/** Key of the only row. */
const CURRENT = "current";

/** Texts as saved; revision 0 if nothing ever was. */
export interface SavedRights {
	readonly revision: number;
	readonly texts: RightsTexts;
	readonly savedBy: string | null;
	readonly savedAtMs: number | null;
}

const NEVER_SAVED: SavedRights = { revision: 0, texts: NO_RIGHTS, savedBy: null, savedAtMs: null };

export async function readRights(tx: Tx): Promise<SavedRights> {
	const row = await findRow(tx, "picture_rights", { rights_id: CURRENT });
	if (!row) return NEVER_SAVED;
	return {
		revision: row.revision,
		texts: rightsTexts(row),
		savedBy: row.saved_by,
		savedAtMs: row.saved_at,
	};
}

function rightsTexts(row: Selectable<PictureRightsTable>): RightsTexts {
	return Object.fromEntries(RIGHTS_NAMES.map((name) => [name, row[name]])) as unknown as RightsTexts;
}

/** Texts to save, in place of the given `revision`; 0 if none were saved. */
export interface RightsSaving {
	readonly revision: number;
	/** Those that are not refused (rights-problem.ts). */
	readonly texts: RightsTexts;
	/** The account that saves them; null: the command line. */
	readonly savedBy: string | null;
	readonly nowMs: number;
}

/** @returns whether the revision to be replaced was still the current one; otherwise nothing is changed. */
export async function replaceRights(
	tx: Tx,
	{ revision, texts, savedBy, nowMs }: RightsSaving,
): Promise<boolean> {
	const values = { ...texts, revision: revision + 1, saved_by: savedBy, saved_at: nowMs };
	if (revision > 0) return (await updateRows(tx, "picture_rights", { revision }, values)) > 0;
	const first = tx.insertInto("picture_rights").values({ rights_id: CURRENT, ...values });
	const { numInsertedOrUpdatedRows = 0n } = await first
		.onConflict((on) => on.column("rights_id").doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}
