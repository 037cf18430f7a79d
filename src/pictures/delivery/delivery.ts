import { hash } from "node:crypto";
import { deliverInto, flipCells } from "@packshot/marking/deliver";
import type { FastifyRequest } from "fastify";
import { checkedGtin } from "../../catalogue/barcodes/barcode-reading.ts";
import { clientErrors } from "../../clients/errors.ts";
import { type Client, isActive } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { commonErrors } from "../../platform/http/http-error.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { invalidUrl, pictureErrors, watermarkPolicyViolated } from "../errors.ts";
import { pictureCounters } from "../metrics.ts";
import type { CurrentRights, RightsInForce } from "../rights/current-rights.ts";
import { frameBytes } from "../rights/packet-frame.ts";
import { isDrawn } from "../store/drawn.ts";
import { activeImageRead, type DeliverableImage, usedUrlRead } from "../store/store.ts";
import { createBufferPool } from "./buffer-pool.ts";
import type { DeliverablePicture } from "./deliverable-picture.ts";
import { claimUrls } from "./deliveries.ts";
import { currentMarkFormat } from "./mark-formats.ts";
import { createMarkedFiles, type LeasedFile } from "./marked-files.ts";
import { createPreparedCache, markId } from "./prepared-cache.ts";
import { readSignedUrl, type UrlGrant } from "./signed-url.ts";
import { countLooks, countRefusals } from "./signed-url-limit.ts";

/** What the headers of a delivery contain. */
export interface DeliveryHead {
	readonly contentType: string;
	readonly sizeBytes: number;
	/** Whether it carries the global watermark, visible or invisible (SPEC E2). */
	readonly watermarked: boolean;
	/** Changes with the picture; part of the name of its file in a shop. */
	readonly version: string;
}

/** A picture to be sent; its URL is used up. The file has to be released once it has been sent. */
export interface Delivery extends DeliveryHead {
	readonly file: LeasedFile;
}

/** Which picture a client gets. */
export type WantedPicture = Pick<UrlGrant, "clientId" | "barcode" | "variant" | "sizePx">;

interface DeliveryParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly urlKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly rights: CurrentRights;
	readonly addressLimit: AddressLimit;
	readonly cacheBytes: number;
	/** Seed of the global codeword (mark-formats.ts). */
	readonly globalSeed: Uint8Array;
}

/** A picture as one particular client gets it. */
interface ClientsPicture {
	readonly client: Client;
	readonly barcode: string;
	readonly image: DeliverableImage;
	readonly rights: RightsInForce;
	/** Whether it has the visible watermark. */
	readonly drawn: boolean;
	/** Whether it carries the global watermark. */
	readonly watermarked: boolean;
	/** See `markId`. */
	readonly id: string;
	readonly blob: string;
}

/** Percentage of the picture memory that is for bases; the rest is for marked files. */
const BASES_PERCENT = 50;

/** Maximum number of attempts when the picture is replaced during a delivery; meanwhile its URL stays unused. */
const MOST_ATTEMPTS = 5;

/** Barcodes whose pictures are cached. */
const REMEMBERED_IMAGES = 10_000;

/**
 * Opens deliveries for signed URLs. Checks in the order of SPEC D28; nothing is decoded or encoded, and a URL is claimed only once the
 * marked bytes are in memory (SPEC D29). Both functions throw HttpError 403, 404, 410, 502 or 503.
 */
export function createDelivery(parts: DeliveryParts) {
	const images = createImageLookup(parts.db);
	const pictureOf = createPictureLookup(parts, images);
	const findUsed = usedUrlRead(parts.db);
	const { markedFile, sizeBytesOf } = createMarking(parts);

	async function refuseUsed(grant: UrlGrant): Promise<void> {
		if (!grant.multiUse && (await findUsed(grant.urlId))) throw pictureErrors.signed_url_consumed();
	}

	async function preview(token: string, request: FastifyRequest): Promise<DeliveryHead> {
		const grant = grantOf(token, request, parts.urlKeys);
		await refuseUsed(grant);
		images.forget(grant);
		const wanted = await pictureOf(grant, request.arrivedAtMs);
		return headOf(wanted, await sizeBytesOf(wanted));
	}

	/** Prepares the marked bytes of what a grant allows. */
	async function ready(grant: UrlGrant, request: FastifyRequest) {
		try {
			const wanted = await pictureOf(grant, request.arrivedAtMs);
			const file = markedFile(wanted);
			return { wanted, file: file instanceof Promise ? await file : file };
		} catch (fault) {
			images.forget(grant);
			// That a URL was used is reported before anything else, but checked only on failure: otherwise the claim finds out anyway.
			await refuseUsed(grant);
			throw fault;
		}
	}

	/** Delivers what a grant allows in response to this request. */
	async function deliver(grant: UrlGrant, request: FastifyRequest): Promise<Delivery> {
		for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			const { wanted, file } = await ready(grant, request);
			if (await isClaimed(parts.db, grant, wanted, file, request)) {
				return { ...headOf(wanted, file.bytes.length), file };
			}
			images.forget(grant);
		}
		throw commonErrors.service_unavailable({ retryAfterSeconds: 1 });
	}

	const take = async (token: string, request: FastifyRequest) =>
		deliver(grantOf(token, request, parts.urlKeys), request);
	/** The version in which a client gets a picture now. @throws HttpError 404 if there is none */
	const version = async (wanted: WantedPicture, nowMs: number) => {
		images.forget(wanted);
		return versionOf((await pictureOf(wanted, nowMs)).id);
	};
	const { addressLimit } = parts;
	return {
		deliver,
		version,
		preview: countLooks(addressLimit, preview),
		take: countRefusals(addressLimit, take),
	};
}

function headOf({ image, watermarked, id }: ClientsPicture, sizeBytes: number): DeliveryHead {
	return { contentType: image.content_type, sizeBytes, watermarked, version: versionOf(id) };
}

/** Finds a picture as a client gets it. */
function createPictureLookup(
	parts: Pick<DeliveryParts, "clients" | "rights">,
	images: ReturnType<typeof createImageLookup>,
) {
	return async function pictureOf(grant: WantedPicture, nowMs: number): Promise<ClientsPicture> {
		const client = parts.clients.known(grant.clientId) ?? (await parts.clients.find(grant.clientId));
		if (!client || !isActive(client, nowMs)) throw clientErrors.client_disabled();
		const image = images.known(grant) ?? (await images.find(grant));
		const rights = parts.rights.known() ?? (await parts.rights.find());
		const drawn = isDrawn(client.watermark, image);
		return {
			client,
			barcode: grant.barcode,
			image,
			rights,
			drawn,
			watermarked: drawn || client.watermark !== "waived",
			id: markId(image.image_id, drawn, image.size_px),
			blob: drawn ? image.watermarked_blob : image.plain_blob,
		};
	};
}

/** Tells nothing of when the picture came. */
function versionOf(id: string): string {
	return hash("sha256", id).slice(0, 10);
}

/** The current pictures of variants, from memory or the database. */
function createImageLookup(db: Database) {
	const read = activeImageRead(db);
	const images = createLruCache<DeliverableImage>(REMEMBERED_IMAGES);
	return {
		known: (grant: WantedPicture) => images.get(placeOf(grant)),
		/** @throws HttpError 404 if the variant has no picture. */
		async find(grant: WantedPicture): Promise<DeliverableImage> {
			const image = await read(grant);
			if (!image) throw pictureErrors.variant_not_available();
			// A size other than the requested one is only a substitute until that one has been made.
			if (image.size_px === grant.sizePx) images.set(placeOf(grant), image);
			return image;
		},
		forget: (grant: WantedPicture) => images.delete(placeOf(grant)),
	};
}

/** What a signed URL grants. @throws HttpError 403 or 410 (SPEC D28). */
function grantOf(token: string, request: FastifyRequest, urlKeys: KeyPair): UrlGrant {
	const grant = readSignedUrl(token, urlKeys);
	if (!grant) throw invalidUrl();
	if (grant.address !== request.clientAddress) throw pictureErrors.signed_url_ip_mismatch();
	if (request.arrivedAtMs >= grant.expiresAtMs) throw pictureErrors.signed_url_expired();
	return grant;
}

/** Claims the URL of a file, released on failure. @returns false when the picture was replaced meanwhile. @throws HttpError when it was used before. */
async function isClaimed(
	db: Database,
	grant: UrlGrant,
	wanted: ClientsPicture,
	file: LeasedFile,
	request: FastifyRequest,
): Promise<boolean> {
	let outcome: Awaited<ReturnType<typeof claim>>;
	try {
		// A URL used up without delivering its picture would be lost to its buyer, so, like a charge, this is seen through.
		markIrrevocable(request.responseMeta);
		outcome = await claim(db, grant, wanted, request);
	} catch (fault) {
		file.release();
		throw fault;
	}
	if (outcome === "granted") {
		pictureCounters.urlsClaimed++;
		return true;
	}
	file.release();
	if (outcome !== "consumed") return false;
	pictureCounters.urlsRefused++;
	throw pictureErrors.signed_url_consumed();
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

const placeOf = ({ barcode, variant, sizePx }: WantedPicture): string => `${barcode}/${variant}/${sizePx}`;

/** Marks pictures taken from memory or the blob store. */
function createMarking({ blobs, globalSeed, cacheBytes }: DeliveryParts) {
	const pool = createBufferPool();
	const basesBytes = Math.floor((cacheBytes * BASES_PERCENT) / 100);
	const usePrepared = createPreparedCache(blobs, globalSeed, pool, basesBytes);
	const files = createMarkedFiles(pool, cacheBytes - basesBytes);
	return {
		sizeBytesOf: ({ blob, id, image }: ClientsPicture) =>
			usePrepared(blob, id, ({ flips }) => flips.sizeBytes + frameBytes(image.content_type)),
		markedFile(wanted: ClientsPicture): LeasedFile | Promise<LeasedFile> {
			const { client, rights } = wanted;
			const key = `${wanted.id} ${client.clientId} ${rights.revision}${wanted.watermarked ? "" : " waived"}`;
			const known = files.find(key);
			if (known) return known;
			return usePrepared(wanted.blob, wanted.id, (picture, takeBuffer) =>
				files.make(key, (willBeCached) => {
					const own = willBeCached ? undefined : takeBuffer();
					if (own) return { buffer: own, bytes: markInPlace(picture, wanted) };
					const buffer = pool.take(picture.flips.sizeBytes + frameBytes(wanted.image.content_type));
					return { buffer, bytes: markInto(buffer, picture, wanted) };
				}),
			);
		},
	};
}

/** Leaves room for the frame in front, so that only the start of the file moves when it is written. */
function markInto(buffer: Buffer, picture: DeliverablePicture, wanted: ClientsPicture): Buffer {
	const free = frameBytes(wanted.image.content_type);
	marked(() => deliverInto(buffer.subarray(free), picture.base, picture.flips, codewordFor(picture, wanted)));
	return framed(buffer.subarray(0, free + picture.base.length), wanted);
}

/**
 * Nobody else needs the picture, so its base becomes the client's file without being copied. The bytes before it, room and flips that have been
 * used, become the start of the file.
 */
function markInPlace(picture: DeliverablePicture, wanted: ClientsPicture): Buffer {
	const { base, flips } = picture;
	marked(() => flipCells(base, flips, codewordFor(picture, wanted)));
	const free = frameBytes(wanted.image.content_type);
	return framed(Buffer.from(base.buffer, base.byteOffset - free, free + base.length), wanted);
}

/** Puts the packet into a marked file that is preceded by room for it (SPEC E11). */
function framed(file: Buffer, { image, barcode, rights }: ClientsPicture): Buffer {
	rights.write(file, image.content_type, checkedGtin(barcode));
	return file;
}

function codewordFor(picture: DeliverablePicture, { client, watermarked }: ClientsPicture): Uint8Array {
	const codewordOf = watermarked ? picture.codewordOf : picture.waivedCodewordOf;
	return codewordOf(client.markSeed);
}

function marked<T>(mark: () => T): T {
	try {
		return mark();
	} catch (fault) {
		throw fault instanceof RangeError ? watermarkPolicyViolated() : fault;
	}
}
