import type { TaskRules } from "../pages/task-rules.ts";
import { findImport } from "./batches/store.ts";
import { nameOf, stopTask } from "./pages/changes.ts";

export const importTasks = {
	import: {
		async nameOf(tx, ref) {
			const batch = await findImport(tx, ref);
			return batch && nameOf(batch);
		},
		pageOf: (ref) => `/admin/imports/${ref}`,
		async stop(db, { ref: importId, actor }) {
			const batch = await findImport(db.read, importId);
			return (
				batch !== undefined && db.write(stopTask, { importId, name: nameOf(batch), nowMs: actor.atMs, actor })
			);
		},
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
