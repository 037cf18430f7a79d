import type { TaskRules } from "../pages/task-rules.ts";
import { stopBackup } from "./pages/tasks/changes.ts";

export const operationTasks = {
	backup: {
		nameOf: async (_tx, ref) => ref,
		pageOf: () => undefined,
		stop: (db, task) => db.write(stopBackup, task),
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
