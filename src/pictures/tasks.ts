import type { TaskRules } from "../pages/task-rules.ts";
import { askOfPreparing } from "./pages/watermark/changes.ts";

export const pictureTasks = {
	preparing: {
		pageOf: () => "/admin/watermark",
		stop: (db, { ref: runId, actor }) => db.write(askOfPreparing, { asked: "stop", runId, actor }),
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
