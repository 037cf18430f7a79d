import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { expiringRows } from "../platform/retention.ts";
import { CONTENT_PREFIX, contentExpiryMs } from "./order-content.ts";
import "./tables.ts";

export const orderExpiry = [
	expiringRows("client_order", "expires_at", "order_id"),
	expiringRows("open_archive", "expires_at", "client_id"),
	expiringRows("quote_window", "expires_at", "client_id"),
	expiringRows("order_line", "expires_at"),
];

/** Rows go a day after they expire; a backup that has read them copies their contents within another day. The day of the expiry itself is the third. */
const CONTENT_GRACE_MS = 3 * DAY_MS;

/** Deletes the contents of orders that are over, and those of orders that were never made. @returns whether there may be more: there is none. */
export async function deleteOldContents(blobs: BlobStore, nowMs: number): Promise<boolean> {
	for await (const key of blobs.list(CONTENT_PREFIX)) {
		const expiryMs = contentExpiryMs(key);
		if (expiryMs !== undefined && expiryMs + CONTENT_GRACE_MS <= nowMs) await blobs.delete(key);
	}
	return false;
}
