import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { apiError } from "../api/api-error.ts";
import type { ApiRoute } from "../api/api-route.ts";
import type { FindProduct } from "../catalogue/served-product.ts";
import { isActive } from "../clients/client.ts";
import type { ClientDirectory } from "../clients/directory.ts";
import type { createDelivery } from "../images/delivery.ts";
import { addressMismatch, urlConsumed, urlExpired } from "../images/errors.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { HttpError } from "../platform/http/http-error.ts";
import type { KeyPair, Secrets } from "../platform/secrets.ts";
import { archiveEntries } from "./archive-entries.ts";
import { closeArchive, openArchive, renewArchive } from "./archive-lease.ts";
import { type ArchiveGrant, readArchiveToken } from "./archive-token.ts";
import { archiveIsOpen, invalidArchiveUrl } from "./errors.ts";
import type { OrderStore } from "./order-store.ts";
import { type ZipEntry, zipOf } from "./zip-stream.ts";

/** How long an archive counts as open after its last group of pictures: longer than a slow reader may take for one. */
const LEASE_MS = 10 * 60_000;

/** When to try again while another archive is open. */
const RETRY_SECONDS = 10;

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

/** `GET /archive/{token}`: the token is the authorization (SPEC E8). */
export const getArchive: ApiRoute<FetchParts> = {
	id: "getArchive",
	tag: "Orders",
	summary: "The archive of a signed URL",
	description: [
		"The token is the authorization: one use, from the address that it was issued to, for 15 minutes. A ZIP with `pictures/<barcode>_<variant>.jpg` or `.png`,",
		"`products.ndjson` in the shape of an import, and `products.csv`. A client fetches one archive at a time. An archive that cannot be finished breaks off without an end.",
	].join(" "),
	access: "signed_url",
	path: Type.Object({ token: Type.String({ description: "The token of a signed URL." }) }),
	media: ["application/zip"],
	answerText: "The archive, written while it is sent.",
	answerHeaders: { "Content-Disposition": "Its file name.", "Cache-Control": "private, no-store" },
	errors: [
		"signed_url_ip_mismatch",
		"client_disabled",
		"not_found",
		"signed_url_expired",
		"signed_url_consumed",
		"upstream_error",
	],
	handle: (parts) => async (request, reply) => {
		try {
			const { grant, entries } = await open(parts, request);
			parts.addressLimit.show(request);
			return reply
				.headers({
					"content-type": "application/zip",
					"content-disposition": `attachment; filename="${grant.orderId}.zip"`,
					"cache-control": "private, no-store",
				})
				.send(zipOf(entries, new Date(request.arrivedAtMs)));
		} catch (error) {
			// A valid URL was paid for; what is refused counts against its address (SPEC D26).
			if (error instanceof HttpError) parts.addressLimit.count(request);
			else parts.addressLimit.show(request);
			throw error;
		}
	},
};

/** Checks in the order of pictures (SPEC D28); what is read before the URL is claimed may fail and leave it usable. */
async function open(parts: FetchParts, request: FastifyRequest) {
	const { db, clock, orders } = parts;
	const { token } = request.params as { token: string };
	const grant = grantOf(token, request, parts.secrets.urlKeys);
	const { clientId, urlId } = grant;
	const caller = async () => {
		const client = await parts.clients.find(clientId);
		if (!client || !isActive(client, clock.now())) throw apiError("client_disabled");
		return { client };
	};
	await caller();
	const order = await orders.find(clientId, grant.orderId, request.arrivedAtMs);
	const content = await orders.content(order);
	const lease = () => ({ clientId, urlId, expiresAtMs: clock.now() + LEASE_MS });
	const outcome = await db.write(openArchive, {
		...lease(),
		nowMs: request.arrivedAtMs,
		urlExpiresAtMs: grant.expiresAtMs,
	});
	if (outcome === "consumed") throw urlConsumed();
	if (outcome === "busy") throw archiveIsOpen(RETRY_SECONDS);
	const keepOpen = async () => {
		if (!(await db.write(renewArchive, lease())))
			throw new Error("another archive was opened for this client");
	};
	const made = archiveEntries(parts, { content, sizePx: order.size_px, grant, caller, request, keepOpen });
	return { grant, entries: closingAfter(made, () => db.write(closeArchive, { clientId, urlId })) };
}

/** What a token grants. @throws HttpError 404, 403 or 410. */
function grantOf(token: string, request: FastifyRequest, urlKeys: KeyPair): ArchiveGrant {
	const grant = readArchiveToken(token, urlKeys);
	if (!grant) throw invalidArchiveUrl();
	if (grant.address !== request.clientAddress) throw addressMismatch();
	if (request.arrivedAtMs >= grant.expiresAtMs) throw urlExpired();
	return grant;
}

/** The entries, and something to do after the last of them, after a fault, and when the reader goes away. */
async function* closingAfter(
	entries: AsyncIterable<ZipEntry>,
	close: () => Promise<unknown>,
): AsyncGenerator<ZipEntry> {
	try {
		yield* entries;
	} finally {
		await close();
	}
}
