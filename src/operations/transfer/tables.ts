import type { Generated } from "kysely";

/** A row of the source that was changed, or found to differ, and to which the target has not been made equal yet. */
interface MoveChangeTable {
	id: Generated<number>;
	table_name: string;
	/** The values of the row's key, as a JSON array. */
	row_key: string;
}

/** Progress of a pass over a table; stored in the target. */
interface MoveProgressTable {
	pass: string;
	table_name: string;
	/** The last key that was processed, as a JSON array. */
	after_key: string;
	done: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		move_change: MoveChangeTable;
		move_progress: MoveProgressTable;
	}
}
