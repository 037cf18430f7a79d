import { type Command, counterCommand } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { DAY_MS, MINUTE_MS } from "../../platform/time/durations.ts";
import {
	type LimitedClient,
	limitsOf,
	type RequestWindows,
	type requestLimitSettings,
	windowState,
} from "./request-windows.ts";
import { savedWindows, WINDOW_COLUMNS, type WindowCounts } from "./saved-windows.ts";
import type { RateWindowTable } from "./tables.ts";

/** A request of a client and the windows that it falls into. */
interface Arrival {
	readonly clientId: string;
	/** Starts of its minute and its day. */
	readonly minute: number;
	readonly day: number;
}

/** The state of a client's windows and the value read along with it, in one round trip. */
interface Counted extends WindowCounts {
	readonly readAlong: string;
}

export type CountRequests = Command<Arrival, Counted>;

/**
 * Counts requests in both windows of their clients. A request counted after a new window began counts in the new one; only a clock that was set back
 * by more than a window starts an earlier one.
 * @param value SQL expression of a text that is read along with the counts.
 * @returns the counts after each request, in order.
 */
export function countingWith(value: string): CountRequests {
	const insertArrivals = insertion("rate_window", COLUMNS, `${ADD}, ${value} as read_along`);
	return counterCommand("clients.count_requests", async (tx, arrivals, traits) => {
		const outcomes: Counted[] = [];
		for (const places of byMinute(arrivals)) {
			const sums = new Map<string, RateWindowTable>();
			for (const { clientId: client_id, minute, day } of places.map((place) => arrivals[place] as Arrival)) {
				const count = (sums.get(client_id)?.day_count ?? 0) + 1;
				sums.set(client_id, { client_id, minute, minute_count: count, day, day_count: count });
			}
			const sorted = [...sums.values()].sort((a, b) => (a.client_id < b.client_id ? -1 : 1));
			const counted = (await insertArrivals(tx, traits, sorted)) as (RateWindowTable & {
				read_along: string;
			})[];
			const counts = new Map(counted.map((row) => [row.client_id, row]));
			// The last request of a client gets the full count, and each earlier one a count that is lower by one.
			for (const place of places.reverse()) {
				const row = counts.get(arrivals[place]?.clientId ?? "");
				if (!row) throw new Error("a counted client has a row");
				const { minute, minute_count, day, day_count, read_along: readAlong } = row;
				outcomes[place] = { minute, minute_count, day, day_count, readAlong };
				row.minute_count--;
				row.day_count--;
			}
		}
		return outcomes;
	});
}

/** Refunds requests, each only in the windows in which it was counted. */
export const uncountRequests = counterCommand<Arrival, WindowCounts | undefined>(
	"clients.give_back_requests",
	async (tx, arrivals) => {
		const outcomes: (WindowCounts | undefined)[] = [];
		for (const { clientId, minute, day } of arrivals) {
			const row = await tx
				.updateTable("rate_window")
				.set((set) => ({
					minute_count: set(
						"minute_count",
						"-",
						set.case().when("minute", "=", minute).then(1).else(0).end(),
					),
					day_count: set("day_count", "-", set.case().when("day", "=", day).then(1).else(0).end()),
				}))
				.where("client_id", "=", clientId)
				.returning(WINDOW_COLUMNS)
				.executeTakeFirst();
			outcomes.push(row);
		}
		return outcomes;
	},
);

/** Both windows in the database, for a database shared by many processes: a request is counted by one atomic statement. */
export function createDatabaseWindows(
	db: Database,
	settings: SettingsOf<typeof requestLimitSettings>,
	countRequests: CountRequests,
): RequestWindows {
	const arrival = ({ clientId }: LimitedClient, atMs: number): Arrival => ({
		clientId,
		minute: atMs - (atMs % MINUTE_MS),
		day: atMs - (atMs % DAY_MS),
	});
	return {
		async admit(client, nowMs) {
			const counts = await db.write(countRequests, arrival(client, nowMs));
			const state = windowState(counts, limitsOf(client, settings), nowMs);
			return { ...state, readAlong: counts.readAlong };
		},
		async peek(client, nowMs) {
			const { minute, day } = arrival(client, nowMs);
			const saved = await savedWindows(db, client.clientId);
			const minute_count = saved?.minute === minute ? saved.minute_count : 0;
			const day_count = saved?.day === day ? saved.day_count : 0;
			return windowState({ minute, minute_count, day, day_count }, limitsOf(client, settings), nowMs);
		},
		async uncount(client, atMs) {
			const started = arrival(client, atMs);
			const counts = await db.write(uncountRequests, started);
			const none = { ...started, minute_count: 0, day_count: 0 };
			return windowState(counts ?? none, limitsOf(client, settings), atMs);
		},
		// Nothing to save: the counts are in the database already.
		counts: () => undefined,
	};
}

const COLUMNS = ["client_id", ...WINDOW_COLUMNS] as const;
const ADD = `on conflict (client_id) do update set ${adding("minute", MINUTE_MS)}, ${adding("day", DAY_MS)}
	returning ${COLUMNS.join(", ")}`;

/** SQL that increments the count of a window, or resets it when a new window begins. */
function adding(window: "minute" | "day", lengthMs: number): string {
	const [given, kept] = [`excluded.${window}`, `rate_window.${window}`];
	const turned = `${given} > ${kept} or ${given} < ${kept} - ${lengthMs}`;
	return `${window} = case when ${turned} then ${given} else ${kept} end,
		${window}_count = case when ${turned} then 0 else ${kept}_count end + ${given}_count`;
}

/** Groups the indexes of arrivals by minute: nearly always there is just one group. */
function byMinute(arrivals: readonly Arrival[]): number[][] {
	const groups = new Map<number, number[]>();
	arrivals.forEach(({ minute }, place) => {
		const group = groups.get(minute);
		if (group) group.push(place);
		else groups.set(minute, [place]);
	});
	return [...groups.values()];
}
