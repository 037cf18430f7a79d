import type { Client } from "../clients/client.ts";

/** What webhooks need of the feed of changes (SPEC E4). Positions ascend in the order of the commits. */
export interface ChangeFeed {
	/** The position of the newest change. */
	head(): Promise<number>;
	/** Looks for a change after a position that this client may see; a long way is looked at piece by piece. */
	look(client: Client, after: number): Promise<FeedLook>;
	/** The cursor behind which the changes after this position stand. */
	cursorAt(position: number): Promise<string>;
}

export interface FeedLook {
	/** Whether there is a change for the client. */
	readonly isVisible: boolean;
	/** How far was looked: up to here there is nothing for the client unless one is visible. */
	readonly upTo: number;
}
