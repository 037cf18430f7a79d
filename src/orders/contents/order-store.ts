import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { isUnstorable } from "../../platform/plain-text.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import { orderNotFound } from "../errors.ts";
import type { ClientOrderTable } from "../tables.ts";
import { type OrderContent, readContent } from "./order-content.ts";

/** Orders as their client may read them. */
export interface OrderStore {
	/** @throws HttpError 404 for another client's order and for an expired one. */
	find(clientId: string, orderId: string, nowMs: number): Promise<ClientOrderTable>;
	/** The newest orders; with `before`, those before it. */
	list(
		clientId: string,
		nowMs: number,
		page: { readonly before?: string; readonly limit: number },
	): Promise<ClientOrderTable[]>;
	/** What an order bought. @throws BlobUnavailable */
	content(order: ClientOrderTable): Promise<OrderContent>;
}

/** Orders are fetched page by page: this many contents are cached between pages. */
const REMEMBERED_CONTENTS = 8;

export function createOrderStore(db: Database, blobs: BlobStore): OrderStore {
	const contents = createLruCache<Promise<OrderContent>>(REMEMBERED_CONTENTS);
	return {
		async find(clientId, orderId, nowMs) {
			if (isUnstorable(orderId)) throw orderNotFound();
			const row = await db.read
				.selectFrom("client_order")
				.selectAll()
				.where("order_id", "=", orderId)
				.where("client_id", "=", clientId)
				.where("expires_at", ">", nowMs)
				.executeTakeFirst();
			if (!row) throw orderNotFound();
			return row;
		},
		list(clientId, nowMs, { before, limit }) {
			const rows = db.read
				.selectFrom("client_order")
				.selectAll()
				.where("client_id", "=", clientId)
				.where("expires_at", ">", nowMs)
				.orderBy("order_id", "desc")
				.limit(limit);
			return (before === undefined ? rows : rows.where("order_id", "<", before)).execute();
		},
		content({ content_blob }) {
			const known = contents.get(content_blob);
			if (known) return known;
			const read = blobs.get(content_blob).then(readContent);
			contents.set(content_blob, read);
			// Failures are not cached.
			read.catch(() => contents.delete(content_blob));
			return read;
		},
	};
}
