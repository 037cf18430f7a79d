import type { TaskRulesByKind } from "./pages/task-rules.ts";
import { rooms } from "./rooms.ts";

/** What the rooms say of their tasks, by kind. */
export async function loadTaskRules(): Promise<TaskRulesByKind> {
	return Object.assign({}, ...(await Promise.all(rooms.map(({ tasks }) => tasks?.()))));
}
