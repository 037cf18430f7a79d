import type { TaskRules } from "../pages/task-rules.ts";
import { stopReading } from "./requests.ts";

export const labelTasks = {
	label: {
		pageOf: () => "/admin/review",
		stop: (db, { actor }) => db.write(stopReading, { actor }),
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
