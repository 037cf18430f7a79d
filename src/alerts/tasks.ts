import type { TaskRules } from "../pages/task-rules.ts";

export const alertTasks = {
	alert: {
		pageOf: (ref) => `/admin/alerts/${ref}`,
		// What was begun on some products has to be done on all.
		stop: async () => false,
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
