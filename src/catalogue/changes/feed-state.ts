import { CompiledQuery } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { EPOCH_VALUE } from "../../platform/epoch.ts";

/** The row of `service_state` that holds the position of the newest change. */
export const POSITION_NAME = "change_position";

export interface FeedState {
	/** Position of the newest change; 0 before the first. */
	readonly head: number;
	/** The earliest position that can be followed from: every change after it is still kept. */
	readonly earliest: number;
	readonly epoch: string;
}

const QUERY = CompiledQuery.raw(`select ${EPOCH_VALUE} as epoch,
	(select value from service_state where name = '${POSITION_NAME}') as head,
	(select min(position) from product_change) as oldest`);

/** Reads the state of the feed; everything that it refers to is committed. */
export async function readFeedState(tx: Tx): Promise<FeedState> {
	const { rows } = await tx.executeQuery<{ epoch: string; head: string | null; oldest: number | null }>(
		QUERY,
	);
	const head = Number(rows[0]?.head ?? 0);
	const oldest = rows[0]?.oldest ?? null;
	return { head, earliest: oldest === null ? head : oldest - 1, epoch: rows[0]?.epoch ?? "" };
}

/** The same for many callers: those in one turn of the event loop share an answer, since all of them asked before it was read. */
export function createFeedStateRead(db: Database): () => Promise<FeedState> {
	let answer: Promise<FeedState> | undefined;
	return () => {
		if (!answer) {
			answer = readFeedState(db.read);
			setImmediate(() => {
				answer = undefined;
			});
		}
		return answer;
	};
}

/** The state of the feed, and by how much its oldest change has exceeded its retention period. */
export interface FeedAge extends FeedState {
	readonly overdueSeconds: number;
}

/** @param keptMs retention period of changes. */
export async function readFeedAge(tx: Tx, nowMs: number, keptMs: number): Promise<FeedAge> {
	const state = await readFeedState(tx);
	const oldest = await tx
		.selectFrom("product_change")
		.select("changed_at")
		.orderBy("position")
		.limit(1)
		.executeTakeFirst();
	const ageMs = oldest === undefined ? 0 : nowMs - oldest.changed_at;
	return { ...state, overdueSeconds: Math.max(0, (ageMs - keptMs) / 1000) };
}
