import type { FollowingPolicy } from "../catalogue/changes/client-view.ts";
import type { Feed } from "../catalogue/changes/feed.ts";
import { writeFeedCursor } from "../catalogue/changes/feed-cursor.ts";
import type { KeyPair } from "../platform/secrets.ts";

/** What webhooks need of the feed of changes (SPEC E4). Positions ascend in the order of the commits. */
export interface ChangeFeed {
	/** The position of the newest change. */
	head(): Promise<number>;
	/** Looks for a change after a position that this client may see; a long way is looked at piece by piece. */
	look(client: FollowingPolicy, after: number): Promise<FeedLook>;
	/** The cursor behind which the changes after this position stand. */
	cursorAt(position: number): Promise<string>;
}

export interface FeedLook {
	/** Whether there is a change for the client. */
	readonly isVisible: boolean;
	/** How far was looked: up to here there is nothing for the client unless one is visible. */
	readonly upTo: number;
}

/** The feed as webhooks look at it. */
export function createChangeFeed(feed: Feed, cursorKeys: KeyPair): ChangeFeed {
	return {
		head: async () => (await feed.state()).head,
		async look(client, after) {
			const { epoch, head } = await feed.state();
			const page = await feed.read(client, { epoch, position: after }, 1);
			// What came after is no longer kept: the client is told, and lists again when its cursor is refused.
			if (!page) return { isVisible: true, upTo: head };
			return { isVisible: page.entries.length > 0, upTo: page.next };
		},
		async cursorAt(position) {
			const { epoch } = await feed.state();
			return writeFeedCursor({ epoch, position }, cursorKeys);
		},
	};
}
