import { setTimeout as sleep } from "node:timers/promises";
import { applyAlert } from "../catalogue/withholding/apply-alert.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import { BESIDE_A_SERVER, inBatches } from "../platform/db/pace.ts";
import { tryAgainIfTooLong } from "../platform/db/write-in-parts.ts";
import { ulid } from "../platform/ids.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { claimTask, leaseOn, leaveTask, renewTask } from "../platform/tasks/claims.ts";
import type { LeaseHolder } from "../platform/tasks/lease.ts";
import { isTaskDue } from "../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../platform/tasks/task-table.ts";
import { workUnderLease } from "../platform/tasks/work-under-lease.ts";
import type { Clock } from "../platform/time/clock.ts";
import { actUnderWay, completeAct } from "./acts.ts";

export interface PerformParts {
	readonly db: Database;
	readonly clock: Clock;
}

/** An act that fails is tried again, however often: it is about what people eat. */
const AGAIN_AFTER_MS = 5000;

export const claimAct = command<LeaseHolder, TaskTable | undefined>("alerts.claim", (tx, holder, traits) =>
	claimTask(tx, traits, "alert", holder),
);

/**
 * Carries out the act that has waited longest, unless one is being carried out: its products first, in short transactions, then the alert becomes visible.
 * Whoever takes over from a process that died goes on where that was. @returns whether there was one. @throws what it failed by, after giving it back.
 */
export async function performNextAct({ db, clock }: PerformParts, signal?: AbortSignal): Promise<boolean> {
	if (!(await isTaskDue(db.read, "alert"))) return false;
	const task = await db.write(claimAct, { leaseId: `act_${ulid(clock.now())}` });
	if (!task) return false;
	const held = leaseOn(task);
	const end = await workUnderLease(db, {
		renew: () => db.write(renewTask, held),
		work: (early) => applyToProducts(db, task.ref, early),
		shutdown: signal,
	});
	if (end.kind === "done") await tryAgainIfTooLong(() => db.write(completeAct, held));
	else if (end.kind === "failed") {
		const failure = `It could not be carried out, and is tried again: ${plainFault(end.fault)}.`;
		await db.write(leaveTask, { ...held, end: { kind: "released", afterMs: AGAIN_AFTER_MS, failure } });
		throw end.fault;
	} else if (end.kind !== "lost") await db.write(leaveTask, { ...held, end: { kind: "released" } });
	return true;
}

async function applyToProducts(db: Database, alertId: string, signal: AbortSignal): Promise<void> {
	const act = await actUnderWay(db.read, alertId);
	if (!act) return;
	await inBatches(
		BESIDE_A_SERVER,
		(limit) => tryAgainIfTooLong(() => db.write(applyAlert, { ...act, limit })),
		signal,
	);
}

export function newAlertId(nowMs: number): string {
	return `alr_${ulid(nowMs)}`;
}

const LOOK_EVERY_MS = 100;

/** Carries out acts until none of this alert is left: in this process, or by waiting for the one that has begun. */
export async function performUntilDone(parts: PerformParts, alertId: string): Promise<void> {
	while (await actUnderWay(parts.db.read, alertId)) {
		if (!(await performNextAct(parts))) await sleep(LOOK_EVERY_MS);
	}
}
