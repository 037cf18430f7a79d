import type { TaskRules } from "../pages/task-rules.ts";
import { findRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { cancelTracing } from "./cases/changes.ts";

async function nameOf(tx: Tx, caseId: string): Promise<string | undefined> {
	return (await findRow(tx, "leak_case", { case_id: caseId }, ["name"]))?.name;
}

export const leakTasks = {
	case: {
		nameOf,
		pageOf: (ref) => `/admin/trace/${ref}`,
		async stop(db, { ref: caseId, actor }) {
			const name = (await nameOf(db.read, caseId)) ?? caseId;
			return (await db.write(cancelTracing, { caseId, name, actor })) === "cancelled";
		},
	},
} as const satisfies Readonly<Record<string, TaskRules>>;
