import type { Client } from "../../clients/policy/client.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { ulid } from "../../platform/ids.ts";
import { contentKey, writeContent } from "../contents/order-content.ts";
import { maxCreditsExceeded } from "../errors.ts";
import type { ClientOrderTable } from "../tables.ts";
import type { WantedOrder } from "./order-body.ts";
import type { PricedOrder } from "./priced-lines.ts";

/** When an order is made, and by which request. */
export interface OrderMoment {
	readonly atMs: number;
	readonly expiresAtMs: number;
	readonly requestId: string;
}

/** The caller's cap takes precedence over the balance (SPEC E8). @throws HttpError 422 `max_credits_exceeded`. */
export function requireWithinCap(maxUnits: number | undefined, { charge }: PricedOrder): void {
	if (maxUnits !== undefined && charge.units > maxUnits) throw maxCreditsExceeded(charge.units, maxUnits);
}

/**
 * Stores the content of an order about to be bought and builds its row, which is written with the payment. Content without a row is harmless and is
 * deleted when the order would have expired. @throws BlobUnavailable
 */
export async function storeContent(
	blobs: BlobStore,
	client: Client,
	{ wanted, priced }: { readonly wanted: WantedOrder; readonly priced: PricedOrder },
	{ atMs, expiresAtMs, requestId }: OrderMoment,
): Promise<ClientOrderTable> {
	const key = contentKey(expiresAtMs, atMs);
	await blobs.put(key, await writeContent(priced.lines, client.locks));
	return {
		order_id: `ord_${ulid(atMs)}`,
		client_id: client.clientId,
		created_at: atMs,
		expires_at: expiresAtMs,
		name: wanted.name,
		units: priced.charge.units,
		size_px: wanted.sizePx,
		lines: priced.lines.length,
		lines_found: priced.lines.filter(({ line }) => line.found).length,
		request_id: requestId,
		content_blob: key,
		noted_at: null,
	};
}
