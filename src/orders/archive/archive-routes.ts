import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { clientErrors } from "../../clients/errors.ts";
import { isActive } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import type { createDelivery } from "../../pictures/delivery/delivery.ts";
import { countLooks, countRefusals } from "../../pictures/delivery/signed-url-limit.ts";
import { pictureErrors } from "../../pictures/errors.ts";
import type { Database } from "../../platform/db/database.ts";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import type { KeyPair, Secrets } from "../../platform/secrets.ts";
import { keepRenewing } from "../../platform/tasks/keep-renewing.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { OrderStore } from "../contents/order-store.ts";
import { archiveIsOpen, invalidArchiveUrl } from "../errors.ts";
import { archiveEntries } from "./archive-entries.ts";
import { closeArchive, isUsed, openArchive, openForMs, renewArchive } from "./archive-lease.ts";
import { type ArchiveGrant, readArchiveToken } from "./archive-token.ts";
import { loadZipOf, type ZipEntry } from "./zip-stream.ts";

/** How often the lease of an archive that is being sent is renewed, however slowly it is read. */
const RENEW_EVERY_MS = 5000;

interface FetchParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly secrets: Secrets;
	readonly clients: ClientDirectory;
	readonly orders: OrderStore;
	readonly findProduct: FindProduct;
	readonly delivery: Pick<ReturnType<typeof createDelivery>, "deliver">;
	readonly addressLimit: AddressLimit;
}

const TokenPath = Type.Object({ token: Type.String({ description: "The token of a signed URL." }) });

const answerHeaders = { "Content-Disposition": "Its file name.", "Cache-Control": "private, no-store" };

const archiveErrors = [
	"signed_url_ip_mismatch",
	"client_disabled",
	"not_found",
	"signed_url_expired",
	"signed_url_consumed",
	"upstream_error",
] as const;

/** `GET /archive/{token}`: the token is the authorization (SPEC E8). */
export const getArchive: ApiRoute<FetchParts> = {
	id: "getArchive",
	tag: "Orders",
	summary: "The archive of a signed URL",
	description: [
		"The token is the authorization: it works once, for 15 minutes, from the address it was issued to. A ZIP with `pictures/<barcode>_<variant>.jpg` or `.png`,",
		"`products.ndjson` in the format of an import, and `products.csv`. A client can fetch one archive at a time. An archive that cannot be completed is cut off without an end record.",
	].join(" "),
	access: "signed_url",
	path: TokenPath,
	media: ["application/zip"],
	answerText: "The archive, streamed as it is created.",
	answerHeaders,
	errors: archiveErrors,
	handle: (parts) => {
		const take = countRefusals(parts.addressLimit, (token, request) => open(parts, token, request));
		return async (request, reply) => {
			const zipOf = await loadZipOf();
			const { grant, entries } = await take(tokenOf(request), request);
			return addArchiveHeaders(reply, grant).send(zipOf(entries, new Date(request.arrivedAtMs)));
		};
	},
};

/**
 * `HEAD /archive/{token}` returns the headers without using up the URL, as for a picture (SPEC D29). The length is not known before the archive is written.
 */
export const headArchive: ApiRoute<FetchParts> = {
	id: "headArchive",
	tag: "Orders",
	summary: "The headers of an archive's signed URL, without using it up",
	access: "signed_url",
	path: TokenPath,
	status: 200,
	answerText: "The archive can be fetched.",
	answerHeaders,
	errors: archiveErrors,
	handle: (parts) => {
		const look = countLooks(parts.addressLimit, (token, request) => preview(parts, token, request));
		return async (request, reply) => addArchiveHeaders(reply, await look(tokenOf(request), request)).send();
	},
};

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

function addArchiveHeaders(reply: FastifyReply, { orderId }: ArchiveGrant): FastifyReply {
	return reply.headers({
		"content-type": "application/zip",
		"content-disposition": `attachment; filename="${orderId}.zip"`,
		"cache-control": "private, no-store",
	});
}

async function open(parts: FetchParts, token: string, request: FastifyRequest) {
	const { db } = parts;
	const grant = grantOf(token, request, parts.secrets.urlKeys);
	const { clientId, urlId } = grant;
	const { order, content, caller } = await contentOf(parts, grant, request);
	const lease = { clientId, leaseId: urlId };
	// Its URL works once, so from here on the request is seen through.
	markIrrevocable(request.responseMeta);
	const outcome = await db.write(openArchive, { ...lease, urlExpiresAtMs: grant.expiresAtMs });
	if (outcome.kind === "consumed") throw pictureErrors.signed_url_consumed();
	if (outcome.kind === "busy") throw archiveIsOpen(outcome.leftMs);
	const keepOpen = async () => {
		if (!(await db.write(renewArchive, lease))) throw new Error("another archive was opened for this client");
	};
	const made = archiveEntries(parts, { content, sizePx: order.size_px, grant, caller, request, keepOpen });
	const held: HeldArchive = {
		renew: async () => !request.socket.destroyed && db.write(renewArchive, lease),
		close: () => db.write(closeArchive, lease),
	};
	return { grant, entries: whileHeld(made, held) };
}

/** Throws what `open` would throw at this moment. */
async function preview(parts: FetchParts, token: string, request: FastifyRequest): Promise<ArchiveGrant> {
	const grant = grantOf(token, request, parts.secrets.urlKeys);
	const { db } = parts;
	if (await isUsed(db.read, grant.urlId)) throw pictureErrors.signed_url_consumed();
	await contentOf(parts, grant, request);
	const leftMs = await openForMs(db.read, db.traits, grant.clientId);
	if (leftMs > 0) throw archiveIsOpen(leftMs);
	return grant;
}

/**
 * What a URL leads to, with the checks in the same order as for pictures (SPEC D28). Everything read before the URL is claimed may fail and leave it usable.
 */
async function contentOf(parts: FetchParts, grant: ArchiveGrant, request: FastifyRequest) {
	const { db, clock, orders, clients } = parts;
	const caller = async () => {
		const client = await clients.find(grant.clientId);
		if (!client || !isActive(client, clock.now())) throw clientErrors.client_disabled();
		return { client };
	};
	try {
		await caller();
		const order = await orders.find(grant.clientId, grant.orderId, request.arrivedAtMs);
		return { order, content: await orders.content(order), caller };
	} catch (fault) {
		// That the URL was used is reported before anything else that is wrong.
		if (await isUsed(db.read, grant.urlId)) throw pictureErrors.signed_url_consumed();
		throw fault;
	}
}

/** What a token grants. @throws HttpError 404, 403 or 410. */
function grantOf(token: string, request: FastifyRequest, urlKeys: KeyPair): ArchiveGrant {
	const grant = readArchiveToken(token, urlKeys);
	if (!grant) throw invalidArchiveUrl();
	if (grant.address !== request.clientAddress) throw pictureErrors.signed_url_ip_mismatch();
	if (request.arrivedAtMs >= grant.expiresAtMs) throw pictureErrors.signed_url_expired();
	return grant;
}

interface HeldArchive {
	renew(): Promise<unknown>;
	close(): Promise<unknown>;
}

/** Yields the entries under their lease, which is released after the last one, after a fault, and when the reader goes away. */
async function* whileHeld(
	entries: AsyncIterable<ZipEntry>,
	{ renew, close }: HeldArchive,
): AsyncGenerator<ZipEntry> {
	const stopRenewing = keepRenewing(renew, RENEW_EVERY_MS);
	try {
		yield* entries;
	} finally {
		await stopRenewing();
		await close();
	}
}
