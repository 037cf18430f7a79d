import { handlers } from "../../../pages/call.ts";
import type { TaskRulesByKind } from "../../../pages/task-rules.ts";
import type { Database } from "../../../platform/db/database.ts";
import { databaseTimeMs } from "../../../platform/db/database-time.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import { leaseLeftMs } from "../../../platform/tasks/lease.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { operationErrors } from "../../errors.ts";
import { taskRoutes } from "./contract.ts";

export interface TaskPageParts {
	readonly db: Database;
	readonly taskRules: TaskRulesByKind;
}

/** Every long task of the installation, whatever it is for, and stopping it. */
export function taskHandlers({ db, taskRules }: TaskPageParts) {
	return handlers(taskRoutes)({
		async "GET /admin/tasks"() {
			const nowMs = await databaseTimeMs(db.read, db.traits);
			const tasks = await db.read
				.selectFrom("task")
				.leftJoin("account", "account.account_id", "task.account_id")
				.selectAll("task")
				.select("account.email")
				.where("state", "in", ["waiting", "running", "paused"])
				.orderBy("task.created_at")
				.orderBy("task.ref")
				.execute();
			const data = tasks.map(async ({ kind, ref, state, ...task }) => ({
				kind,
				ref,
				name: (await taskRules[kind].nameOf?.(db.read, ref)) ?? null,
				page: taskRules[kind].pageOf(ref) ?? null,
				state: state as "waiting" | "running" | "paused",
				is_stopping: task.asked === "stop" || task.asked === "pause",
				is_held: task.lease_id !== null && leaseLeftMs(task.lease_until, nowMs) > 0,
				is_bound: task.place !== null,
				asked_by: task.email,
				asked_at: isoTime(task.created_at),
				started_at: task.started_at === null ? null : isoTime(task.started_at),
				failure: task.failure,
			}));
			return { data: await Promise.all(data) };
		},
		async "POST /admin/tasks/{kind}/{ref}/stop"({ path: { kind, ref }, actor }) {
			if (!Object.hasOwn(taskRules, kind)) throw commonErrors.not_found();
			if (!(await taskRules[kind].stop(db, { ref, actor }))) throw operationErrors.task_ended();
		},
	});
}
