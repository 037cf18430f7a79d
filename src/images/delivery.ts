import { deliverInto } from "@packshot/marking/deliver";
import type { FastifyRequest } from "fastify";
import { apiError } from "../api/api-error.ts";
import { type Client, isActive } from "../clients/client.ts";
import type { ClientDirectory } from "../clients/directory.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { createLruCache } from "../platform/recently-used.ts";
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
import { currentMarkFormat } from "./mark-formats.ts";
import { type LeasedFile, markedFiles } from "./marked-files.ts";
import { pictureCounters } from "./metrics.ts";
import { createPreparedCache, type DeliverablePicture, markId } from "./prepared-cache.ts";
import { readSignedUrl, type UrlGrant } from "./signed-url.ts";
import { activeImageRead, type DeliverableImage, usedUrlRead } from "./store.ts";

/** What the headers of a delivery say. */
export interface DeliveryHead {
	readonly contentType: string;
	readonly sizeBytes: number;
	/** Whether it carries the global watermark, seen or unseen (SPEC E2). */
	readonly watermarked: boolean;
}

/** A picture on its way out; its URL is used up. The file has to be released when it is sent. */
export interface Delivery extends DeliveryHead {
	readonly file: LeasedFile;
}

interface DeliveryParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly urlKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly addressLimit: AddressLimit;
	readonly cacheBytes: number;
	/** Of the global codeword (mark-formats.ts). */
	readonly globalSeed: Uint8Array;
}

/** A picture as one client gets it. */
interface ClientsPicture extends DeliveryHead {
	readonly client: Client;
	readonly image: DeliverableImage;
	readonly picture: DeliverablePicture;
	/** Whether the visible watermark is on it. */
	readonly drawn: boolean;
}

/** Of 100 bytes for pictures in memory, how many are for bases; the rest is for marked files. */
const BASES_PERCENT = 50;

/** How often a delivery begins anew because the picture was replaced meanwhile; its URL stays unused. */
const MOST_ATTEMPTS = 5;

/** How many barcodes' pictures are known without asking the database. */
const REMEMBERED_IMAGES = 10_000;

/**
 * Opens deliveries for signed URLs. Checks in the order of SPEC D28; nothing is decoded or encoded, and a URL is claimed only after the
 * marked bytes lie ready in memory (SPEC D29). Both functions throw HttpError 403, 404, 410, 502 or 503.
 */
export function createDelivery(parts: DeliveryParts) {
	const findImage = activeImageRead(parts.db);
	const findUsed = usedUrlRead(parts.db);
	const basesBytes = Math.floor((parts.cacheBytes * BASES_PERCENT) / 100);
	const load = createPreparedCache(parts.blobs, parts.globalSeed, basesBytes);
	const lease = markedFiles(parts.cacheBytes - basesBytes);
	const images = createLruCache<DeliverableImage>(REMEMBERED_IMAGES);

	async function refuseUsed(grant: UrlGrant): Promise<void> {
		if (!grant.multiUse && (await findUsed(grant.urlId))) throw urlConsumed();
	}

	async function pictureOf(grant: UrlGrant, nowMs: number): Promise<ClientsPicture> {
		const client = await parts.clients.find(grant.clientId);
		if (!client || !isActive(client, nowMs)) throw apiError("client_disabled");
		const image = images.get(placeOf(grant)) ?? (await findImage(grant));
		if (!image) throw variantNotAvailable();
		// Another size than the one asked for is what there is until that one is made.
		if (image.size_px === grant.sizePx) images.set(placeOf(grant), image);
		const drawn = isDrawnFor(client, image);
		const blob = drawn ? image.watermarked_blob : image.plain_blob;
		const picture = await load(blob, markId(image.image_id, drawn, image.size_px));
		const { sizeBytes } = picture.flips;
		const watermarked = drawn || client.watermark !== "waived";
		return { client, image, picture, contentType: image.content_type, sizeBytes, watermarked, drawn };
	}

	async function preview(token: string, request: FastifyRequest): Promise<DeliveryHead> {
		const grant = grantOf(token, request, parts.urlKeys);
		await refuseUsed(grant);
		images.delete(placeOf(grant));
		return pictureOf(grant, request.arrivedAtMs);
	}

	/** Delivers what a grant allows to whoever makes this request. */
	async function deliver(grant: UrlGrant, request: FastifyRequest): Promise<Delivery> {
		for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			const found = await pictureOf(grant, request.arrivedAtMs).catch(async (fault) => {
				images.delete(placeOf(grant));
				// That a URL was used is told before what else is wrong, but asked only then: the claim finds it out anyway.
				await refuseUsed(grant);
				throw fault;
			});
			const file = await claimedFile(parts.db, lease, grant, found, request);
			if (file) return { ...found, file };
			images.delete(placeOf(grant));
		}
		throw apiError("service_unavailable", { retryAfterSeconds: 1 });
	}

	const take: Open<Delivery> = async (token, request) =>
		deliver(grantOf(token, request, parts.urlKeys), request);
	return { deliver, preview: counting(parts.addressLimit, preview), take: shown(parts.addressLimit, take) };
}

/** What a signed URL grants. @throws HttpError 403 or 410 (SPEC D28). */
function grantOf(token: string, request: FastifyRequest, urlKeys: KeyPair): UrlGrant {
	const grant = readSignedUrl(token, urlKeys);
	if (!grant) throw invalidUrl();
	if (grant.address !== request.clientAddress) throw addressMismatch();
	if (request.arrivedAtMs >= grant.expiresAtMs) throw urlExpired();
	return grant;
}

/**
 * Marks the picture, then claims the URL: never the other way round.
 * @returns nothing when the picture was replaced meanwhile. @throws HttpError when the URL was used.
 */
async function claimedFile(
	db: Database,
	lease: ReturnType<typeof markedFiles>,
	grant: UrlGrant,
	found: ClientsPicture,
	request: FastifyRequest,
): Promise<LeasedFile | undefined> {
	const file = mark(found, lease);
	const outcome = await claim(db, grant, found, request).catch((fault) => {
		file.release();
		throw fault;
	});
	if (outcome === "granted") {
		pictureCounters.urlsClaimed++;
		return file;
	}
	file.release();
	if (outcome !== "consumed") return undefined;
	pictureCounters.urlsRefused++;
	throw urlConsumed();
}

function claim(
	db: Database,
	grant: UrlGrant,
	{ client, image, drawn }: ClientsPicture,
	request: FastifyRequest,
) {
	return db.write(claimUrls, {
		urlId: grant.urlId,
		expiresAtMs: grant.expiresAtMs,
		multiUse: grant.multiUse,
		clientId: client.clientId,
		imageId: image.image_id,
		watermarked: drawn,
		markFormat: currentMarkFormat,
		sizePx: image.size_px,
		atMs: request.arrivedAtMs,
		address: request.clientAddress,
	});
}

const placeOf = ({ barcode, variant, sizePx }: UrlGrant): string => `${barcode}/${variant}/${sizePx}`;

type Open<T> = (token: string, request: FastifyRequest) => Promise<T>;

/** Looking costs nothing and uses nothing up, so that it could be done without end: it counts against the address. */
function counting<T>(addressLimit: AddressLimit, open: Open<T>): Open<T> {
	return async (token, request) => {
		addressLimit.count(request);
		return open(token, request);
	};
}

/** A valid signed URL was paid for; what is refused counts against its address (SPEC D26). */
function shown<T>(addressLimit: AddressLimit, open: Open<T>): Open<T> {
	return async (token, request) => {
		try {
			const opened = await open(token, request);
			addressLimit.show(request);
			return opened;
		} catch (error) {
			if (error instanceof HttpError) addressLimit.count(request);
			else addressLimit.show(request);
			throw error;
		}
	};
}

/**
 * Whether the visible watermark is on what the client gets. A picture that cannot carry the invisible marks goes out with the visible one
 * all the same: clean bytes never leave. Where the style draws nothing, both bases are one file.
 */
function isDrawnFor(client: Client, image: DeliverableImage): boolean {
	const wanted = client.watermark === "required" || image.markable === 0;
	return wanted && image.watermarked_blob !== image.plain_blob;
}

function mark(
	{ client, image, picture, drawn, watermarked, sizeBytes }: ClientsPicture,
	lease: ReturnType<typeof markedFiles>,
): LeasedFile {
	const key = `${markId(image.image_id, drawn, image.size_px)} ${client.clientId}${watermarked ? "" : " waived"}`;
	const codewordOf = watermarked ? picture.codewordOf : picture.waivedCodewordOf;
	try {
		return lease(key, sizeBytes, (room) =>
			deliverInto(room, picture.base, picture.flips, codewordOf(client.markSeed)),
		);
	} catch (fault) {
		throw fault instanceof RangeError ? watermarkPolicyViolated() : fault;
	}
}
