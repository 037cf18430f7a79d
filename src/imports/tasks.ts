import type { TaskRules } from "../pages/task-rules.ts";
import { findRow } from "../platform/db/rows.ts";
import { nameOf, stopTask } from "./batches/changes.ts";

export const importTasks = {
	import: {
		async nameOf(tx, ref) {
			// The reports of an import are much larger than what it is called.
			const row = await findRow(tx, "import_batch", { import_id: ref }, ["files"]);
			return row && nameOf({ files: JSON.parse(row.files) });
		},
		pageOf: (ref) => `/admin/imports/${ref}`,
		stop: (db, { ref: importId, actor }) => db.write(stopTask, { importId, actor }),
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
