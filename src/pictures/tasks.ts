import type { TaskRules } from "../pages/task-rules.ts";
import { askOfPreparing } from "./pages/watermark/changes.ts";

export const pictureTasks = {
	preparing: {
		pageOf: () => "/admin/watermark",
		stop: (db, { actor }) => db.write(askOfPreparing, { asked: "stop", actor }),
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
