import { type CursorKind, readCursor, unfitCursor, writeCursor } from "../../platform/cursor.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { FeedPlace } from "./feed.ts";

/** Not bound to a client: what an entry shows is decided when it is read. */
const FEED: CursorKind = { purpose: "changes" };

/** Positions are padded to the maximum number of digits, so that a cursor's length does not reveal how many changes there were. */
const DIGITS = 16;

/** A position in the feed of changes as a cursor. */
export function writeFeedCursor({ epoch, position }: FeedPlace, keys: KeyPair): string {
	return writeCursor(FEED, { epoch, place: String(position).padStart(DIGITS, "0") }, keys);
}

/** @throws HttpError 400 if it is not a cursor of this installation's feed. */
export function readFeedCursor(text: string, keys: KeyPair): FeedPlace {
	const { epoch, place } = readCursor(FEED, text, keys);
	if (!/^\d+$/.test(place)) throw unfitCursor();
	return { epoch, position: Number(place) };
}
