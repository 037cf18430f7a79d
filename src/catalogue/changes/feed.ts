import type { Database } from "../../platform/db/database.ts";
import { createChangeLog } from "./change-log.ts";
import { clientView, type FollowingPolicy } from "./client-view.ts";
import { createFeedStateRead, type FeedState } from "./feed-state.ts";

/** Some changes, as one client sees them. */
export interface FeedPage {
	/** Entries of SPEC E4 as JSON text, in order. */
	readonly entries: readonly string[];
	/** Follow from here: every change up to it was looked at. */
	readonly next: number;
	/** Whether there are changes after it. They may be hidden from this client. */
	readonly hasMore: boolean;
}

/** Where to follow from. */
export interface FeedPlace {
	readonly epoch: string;
	readonly position: number;
}

/** The changes of the catalogue, for whoever follows them. */
export interface Feed {
	/** Where the feed stands now. */
	state(): Promise<FeedState>;
	/**
	 * The changes after a place that a client sees.
	 * @param limit at most so many. @returns `undefined` when that place can no longer be followed from: it is of another epoch, too old, or
	 * not reached yet.
	 */
	read(policy: FollowingPolicy, place: FeedPlace, limit: number): Promise<FeedPage | undefined>;
}

/** Changes that are looked at for one page: who sees next to nothing gets short pages instead of making others wait. */
const LOOKED_AT = 20_000;

export function createFeed(db: Database): Feed {
	const log = createChangeLog(db);
	const state = createFeedStateRead(db);
	return {
		state,
		async read(policy, place, limit) {
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
			// Whoever has got a full page asks for the next one: it is read while this one is on its way.
			if (entries.length === limit && next < head)
				log.readAhead(epoch, Math.min(next + limit, head) - 1, head);
			return { entries, next, hasMore: next < head };
		},
	};
}
