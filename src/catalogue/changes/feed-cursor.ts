import { type CursorKind, readCursor, unfitCursor, writeCursor } from "../../platform/cursor.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { FeedPlace } from "./feed.ts";

/** Bound to no client: what an entry shows is decided when it is read. */
const FEED: CursorKind = { purpose: "changes" };

/** Written with as many digits as a position can have, so that a cursor's length does not tell how many changes there were. */
const DIGITS = 16;

/** A place in the feed of changes, as callers get it. */
export function writeFeedCursor({ epoch, position }: FeedPlace, keys: KeyPair): string {
	return writeCursor(FEED, { epoch, place: String(position).padStart(DIGITS, "0") }, keys);
}

/** @throws HttpError 400 for what is no cursor of the feed of this installation. */
export function readFeedCursor(text: string, keys: KeyPair): FeedPlace {
	const { epoch, place } = readCursor(FEED, text, keys);
	if (!/^\d+$/.test(place)) throw unfitCursor();
	return { epoch, position: Number(place) };
}
