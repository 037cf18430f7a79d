import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RegularWork } from "../../platform/retention.ts";
import { setServiceState } from "../../platform/service-state.ts";

/** Figures derived from charges, usage or orders, and kept up to date beside them. */
export interface Follower {
	readonly name: string;
	/** @returns whether there may be more to do. */
	readonly step: () => Promise<boolean>;
}

const EVERY_MS = 10_000;

/** Brings all of them up to date in turn. One that fails stops alone until the next round: it holds up no other, and `packshot doctor` names it. */
export function followerWork(db: Database, followers: readonly Follower[]): RegularWork {
	const faults: unknown[] = [];
	const resting = new Set<Follower>();
	const failing = new Set<Follower>(followers);

	async function stepOf(follower: Follower): Promise<boolean> {
		try {
			if (await follower.step()) return true;
			// Also after a restart, when a fault may be stored that has passed.
			if (failing.delete(follower)) await db.write(noteFault, { follower: follower.name, fault: null });
		} catch (fault) {
			faults.push(fault);
			failing.add(follower);
			await db.write(noteFault, { follower: follower.name, fault: String(fault) });
		}
		return false;
	}

	return {
		everyMs: EVERY_MS,
		async step() {
			for (const follower of followers) {
				if (!resting.has(follower) && !(await stepOf(follower))) resting.add(follower);
			}
			if (resting.size < followers.length) return true;
			resting.clear();
			const [fault] = faults.splice(0);
			if (fault !== undefined) throw fault;
			return false;
		},
	};
}

const FAULT_OF = "fault_of_";

/** Stores why a follower has stopped, for `doctor`; null once it goes on. */
export const noteFault = command<{ readonly follower: string; readonly fault: string | null }, void>(
	"ledger.note_fault",
	(tx, { follower, fault }) => setServiceState(tx, `${FAULT_OF}${follower}`, fault),
);

/** The followers that have stopped, and why. */
export async function stoppedFollowers({ scan }: Pick<Database, "scan">): Promise<{ faults: string[] }> {
	const rows = await scan
		.selectFrom("service_state")
		.selectAll()
		.where("name", "like", `${FAULT_OF}%`)
		.orderBy("name")
		.execute();
	return { faults: rows.map(({ name, value }) => `${name.slice(FAULT_OF.length)} has stopped: ${value}`) };
}
