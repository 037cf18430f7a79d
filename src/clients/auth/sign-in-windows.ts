import { counterCommand } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertion } from "../../platform/db/rows.ts";
import { type Admission, createFixedWindow } from "../../platform/http/fixed-window.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import type { SignInWindowTable } from "./tables.ts";

/** Calls per key and UTC minute: counted in memory, or exactly across all processes if the database is shared. */
export interface SignInWindow {
	count(key: string, limit: number, nowMs: number): Promise<Admission>;
}

/** @param name separates this window's keys from those of other windows. */
export function createSignInWindow(
	db: Database,
	name: "token_address" | "token_client" | "refresh",
): SignInWindow {
	if (!db.traits.sharedByNodes) {
		const inMemory = createFixedWindow(MINUTE_MS);
		return { count: async (key, limit, nowMs) => inMemory.count(key, limit, nowMs) };
	}
	return {
		async count(key, limit, nowMs) {
			const minute = nowMs - (nowMs % MINUTE_MS);
			const { started_at, calls } = await db.write(countSignIns, { bucket: `${name} ${key}`, minute });
			const remaining = Math.max(0, limit - calls);
			return { limit, remaining, admitted: calls <= limit, resetAtMs: started_at + MINUTE_MS };
		},
	};
}

/** Counts each call with its own statement. A call that is counted after the minute has turned counts in the new one. */
export const countSignIns = counterCommand<{ bucket: string; minute: number }, SignInWindowTable>(
	"auth.count",
	async (tx, calls, traits) => {
		const outcomes: SignInWindowTable[] = [];
		for (const { bucket, minute } of calls) {
			const rows = await insertCall(tx, traits, [{ bucket, started_at: minute, calls: 1 }]);
			outcomes.push(rows[0] as SignInWindowTable);
		}
		return outcomes;
	},
);

const TURNED = `excluded.started_at > sign_in_window.started_at
	or excluded.started_at < sign_in_window.started_at - ${MINUTE_MS}`;
const ADD = `on conflict (bucket) do update set
	started_at = case when ${TURNED} then excluded.started_at else sign_in_window.started_at end,
	calls = case when ${TURNED} then 0 else sign_in_window.calls end + 1
	returning bucket, started_at, calls`;
const insertCall = insertion("sign_in_window", ["bucket", "started_at", "calls"], ADD);
