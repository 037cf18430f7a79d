import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { expiringRows } from "../platform/retention.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { CONTENT_PREFIX, contentExpiryMs } from "./contents/order-content.ts";
import "./tables.ts";

export const orderExpiry = [
	expiringRows("client_order", "expires_at", "order_id"),
	expiringRows("open_archive", "expires_at", "client_id"),
	expiringRows("quote_window", "expires_at", "client_id"),
	expiringRows("order_line", "expires_at"),
];

/**
 * Rows are deleted a day after they expire; a backup that has already read them copies their contents within another day. The third is the day of expiry
 * itself.
 */
const CONTENT_GRACE_MS = 3 * DAY_MS;

/** Deletes the contents of expired orders, and of orders that were never placed. @returns whether there may be more: always false. */
export async function deleteOldContents(blobs: BlobStore, nowMs: number): Promise<boolean> {
	for await (const key of blobs.list(CONTENT_PREFIX)) {
		const expiryMs = contentExpiryMs(key);
		if (expiryMs !== undefined && expiryMs + CONTENT_GRACE_MS <= nowMs) await blobs.delete(key);
	}
	return false;
}
