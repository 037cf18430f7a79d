import {
	type AlertReader,
	type ChangedAlert,
	newestAlertChange,
	nextChangedAlert,
} from "../../alerts/read.ts";
import type { FollowingPolicy } from "../../catalogue/changes/client-view.ts";
import type { Feed } from "../../catalogue/changes/feed.ts";
import { writeFeedCursor } from "../../catalogue/changes/feed-cursor.ts";
import type { Database } from "../../platform/db/database.ts";
import type { KeyPair } from "../../platform/secrets.ts";

/** What webhooks need from the change feed (SPEC E4). Positions ascend in commit order. */
export interface ChangeFeed {
	/** The position of the newest change. */
	head(): Promise<number>;
	/** Looks for a change after a position that is visible to this client; a long stretch takes several calls. */
	look(client: FollowingPolicy, after: number): Promise<FeedLook>;
	/** The cursor from which the changes after this position are read. */
	cursorAt(position: number): Promise<string>;
}

export interface FeedLook {
	/** Whether there is a change visible to the client. */
	readonly isVisible: boolean;
	/** How far the feed was searched: up to here there is nothing for the client unless a change is visible. */
	readonly upTo: number;
}

/** What webhooks need of kosher alerts (SPEC E12). Places ascend in the order in which changes of alerts became visible. */
export interface AlertFeed {
	/** The place of the newest change of an alert. */
	head(): Promise<number>;
	/** The first alert after a place that this client may see, as it is now. */
	next(client: AlertReader, after: number): Promise<ChangedAlert | undefined>;
}

export function createAlertFeed({ read }: Pick<Database, "read">): AlertFeed {
	return {
		head: () => newestAlertChange(read),
		next: (client, after) => nextChangedAlert(read, client, after),
	};
}

/** The change feed as webhooks use it. */
export function createChangeFeed(feed: Feed, cursorKeys: KeyPair): ChangeFeed {
	return {
		head: async () => (await feed.state()).head,
		async look(client, after) {
			const { epoch, head } = await feed.state();
			const page = await feed.read(client, { epoch, position: after }, 1);
			// The changes after this position are no longer kept: the client is notified, and lists everything again when its cursor is refused.
			if (!page) return { isVisible: true, upTo: head };
			return { isVisible: page.entries.length > 0, upTo: page.next };
		},
		async cursorAt(position) {
			const { epoch } = await feed.state();
			return writeFeedCursor({ epoch, position }, cursorKeys);
		},
	};
}
