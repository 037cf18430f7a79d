import type { Database } from "../../platform/db/database.ts";
import { createChangeLog } from "./change-log.ts";
import { clientView, type FollowingPolicy } from "./client-view.ts";
import { createFeedStateRead } from "./feed-state.ts";

/** A page of changes, as seen by one client. */
export interface FeedPage {
	/** Entries of SPEC E4 as JSON text, in order. */
	readonly entries: readonly string[];
	/** The position to continue from: every change up to it has been examined. */
	readonly next: number;
	/** Whether there are further changes, which may be hidden from this client. */
	readonly hasMore: boolean;
}

/** A position to follow from. */
export interface FeedPlace {
	readonly epoch: string;
	readonly position: number;
}

/** The changes of the catalogue, for clients that follow them. */
export type Feed = ReturnType<typeof createFeed>;

/** Changes examined per page: a client that sees next to nothing gets short pages instead of making others wait. */
const LOOKED_AT = 20_000;

export function createFeed(db: Database) {
	const log = createChangeLog(db);
	const state = createFeedStateRead(db);
	return {
		state,
		/**
		 * The changes after a position that a client sees.
		 * @param limit maximum number. @returns `undefined` when that position cannot be followed from: it belongs to another epoch, is too old, or has
		 * not been reached yet.
		 */
		async read(policy: FollowingPolicy, place: FeedPlace, limit: number) {
			const { epoch, head, earliest } = await state();
			if (place.epoch !== epoch || place.position < earliest || place.position > head) return undefined;
			const view = clientView(policy);
			const upTo = Math.min(head, place.position + LOOKED_AT);
			const entries: string[] = [];
			let next = place.position;
			while (next < upTo && entries.length < limit) {
				const changes = await log.read(epoch, next, upTo);
				// Deleted since the state was read.
				if (changes.length === 0) return undefined;
				for (const change of changes) {
					if (entries.length === limit) break;
					const text = view(change);
					if (text !== undefined) entries.push(text);
					next = change.position;
				}
			}
			// Whoever gets a full page will ask for the next one, which is read while this one is being sent.
			if (entries.length === limit && next < head)
				log.readAhead(epoch, Math.min(next + limit, head) - 1, head);
			return { entries, next, hasMore: next < head };
		},
	};
}
