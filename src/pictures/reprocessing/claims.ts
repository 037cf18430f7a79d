import { command } from "../../platform/db/command.ts";
import { beginClaim, claimTask, takeTask } from "../../platform/tasks/claims.ts";
import type { LeaseHolder } from "../../platform/tasks/lease.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { beginRun, lockedRun, type NewRun } from "./requests.ts";

/** Claims the unfinished run, unless another process holds it. */
export const claimRun = command<LeaseHolder, TaskTable | undefined>(
	"images.claim_run",
	(tx, holder, traits) => claimTask(tx, traits, "preparing", holder),
);

/**
 * Starts a run from the command line, or takes over one that is in progress or paused: the process that held it ends as soon as it notices, and what both
 * prepare is stored once.
 */
export const takeRun = command<LeaseHolder & Pick<NewRun, "runId">, TaskTable>(
	"images.take_run",
	async (tx, { runId, ...holder }, traits) => {
		const nowMs = await beginClaim(tx, traits, "preparing", holder);
		await beginRun(tx, traits, { runId, accountId: null, nowMs });
		const run = await lockedRun(tx, traits);
		const taken = run && (await takeTask(tx, run, holder, nowMs));
		if (!taken) throw new Error("a run that was begun is not there");
		return taken;
	},
);
