import type { FastifyRequest } from "fastify";
import { type Client, isActive } from "../clients/client.ts";
import type { ClientDirectory } from "../clients/directory.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { KeyPair } from "../platform/secrets.ts";
import { claimUrls } from "./deliveries.ts";
import {
	addressMismatch,
	invalidUrl,
	urlConsumed,
	urlExpired,
	variantNotAvailable,
	watermarkPolicyViolated,
} from "./errors.ts";
import { deliver } from "./marking/deliver.ts";
import { markId, preparedCache } from "./prepared-cache.ts";
import { readSignedUrl, type UrlGrant } from "./signed-url.ts";
import { activeImageRead, type DeliverableImage, usedUrlRead } from "./store.ts";

/** A picture on its way out. */
export interface Delivery {
	readonly contentType: string;
	readonly sizeBytes: number;
	readonly watermarked: boolean;
	/** Uses the URL up and gives the bytes. @throws ApiError 410 when another request was first. */
	readonly take: () => Promise<Uint8Array>;
}

interface DeliveryParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly urlKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly addressLimit: AddressLimit;
	readonly cacheBytes: number;
}

/**
 * Opens a delivery for a signed URL's token. Checks in the order of decision 28; nothing is decoded or encoded, and the URL is claimed
 * only after the marked bytes lie ready in memory (decision 29).
 * @returns a function of token and request; throws ApiError 403, 404, 410 or 502.
 */
export function deliveries(parts: DeliveryParts) {
	const findImage = activeImageRead(parts.db);
	const findUsed = usedUrlRead(parts.db);
	const load = preparedCache(parts.blobs, parts.cacheBytes);

	async function allowed(
		token: string,
		request: FastifyRequest,
	): Promise<{ grant: UrlGrant; client: Client }> {
		const grant = readSignedUrl(token, parts.urlKeys);
		if (!grant) throw invalidUrl();
		if (grant.address !== request.clientAddress) throw addressMismatch();
		if (request.arrivedAtMs >= grant.expiresAtMs) throw urlExpired();
		if (!grant.multiUse && (await findUsed(grant.urlId))) throw urlConsumed();
		const client = await parts.clients.find(grant.clientId);
		if (!client || !isActive(client, request.arrivedAtMs)) throw new ApiError("client_disabled");
		return { grant, client };
	}

	async function open(token: string, request: FastifyRequest): Promise<Delivery> {
		const { grant, client } = await allowed(token, request);
		const image = await findImage(grant.barcode, grant.variant);
		if (!image) throw variantNotAvailable();
		const watermarked = carriesWatermark(client, image);
		const picture = await load(
			watermarked ? image.watermarked_blob : image.plain_blob,
			markId(image.image_id, watermarked),
		);
		const { base, flips } = picture.prepared;
		return {
			contentType: image.content_type,
			sizeBytes: base.length,
			watermarked,
			async take() {
				const bytes = mark(() => deliver(base, flips, picture.codewordOf(client.markSeed)));
				const claim = {
					urlId: grant.urlId,
					expiresAtMs: grant.expiresAtMs,
					multiUse: grant.multiUse,
					clientId: client.clientId,
					imageId: image.image_id,
					watermarked,
					atMs: request.arrivedAtMs,
					address: request.clientAddress,
				};
				if (!(await parts.db.write(claimUrls, claim))) throw urlConsumed();
				return bytes;
			},
		};
	}

	return async (token: string, request: FastifyRequest): Promise<Delivery> => {
		try {
			const delivery = await open(token, request);
			parts.addressLimit.show(request);
			return delivery;
		} catch (error) {
			if (error instanceof ApiError) parts.addressLimit.count(request);
			else parts.addressLimit.show(request);
			throw error;
		}
	};
}

/**
 * Whether the visible watermark is on what the client gets. Waiving it drops the visible one alone, so a picture that cannot carry
 * the invisible mark goes out with the visible one all the same: clean bytes never leave.
 */
function carriesWatermark(client: Client, image: DeliverableImage): boolean {
	return client.watermark === "required" || image.markable === 0;
}

function mark(apply: () => Uint8Array): Uint8Array {
	try {
		return apply();
	} catch (fault) {
		throw fault instanceof RangeError ? watermarkPolicyViolated() : fault;
	}
}
