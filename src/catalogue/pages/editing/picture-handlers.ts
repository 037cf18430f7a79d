import { draftKeylessClient } from "../../../clients/policy/service.ts";
import { handlers } from "../../../pages/call.ts";
import { noPicture } from "../../../pages/errors.ts";
import type { createDelivery } from "../../../pictures/delivery/delivery.ts";
import type { FindThumbnail } from "../../../pictures/store/thumbnails.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { commonErrors, HttpError } from "../../../platform/http/http-error.ts";
import { ulid } from "../../../platform/ids.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { noteViewing } from "./changes.ts";
import { catalogueRoutes } from "./contract.ts";

export interface PictureParts {
	readonly db: Database;
	readonly delivery: Pick<ReturnType<typeof createDelivery>, "deliver">;
	/** Also finds versions that were replaced or removed. */
	readonly findEveryThumbnail: FindThumbnail;
}

/**
 * Pictures for catalogue editors. Full-size ones are delivered to a client that represents the account: watermarked and marked like
 * any other, so that a leak can be traced to the viewer, and charged to nobody.
 */
export function pictureHandlers({ db, delivery, findEveryThumbnail }: PictureParts) {
	return handlers(catalogueRoutes)({
		async "GET /admin/catalogue/products/{barcode}/pictures/{variant}"(call) {
			const { barcode, variant } = call.path;
			const { person, actor, nowMs, request, reply } = call;
			const { account_id: viewerId, email } = person.account;
			const name = `Looked at in administration by ${email}`;
			await requirePicture(db, barcode, variant);
			const viewer = { ...draftKeylessClient(name, { viewerId }, nowMs), viewerId };
			const viewing = { viewer, barcode, variant, actor };
			const clientId = await db.write(noteViewing, viewing);
			const grant = {
				urlId: `view_${ulid(nowMs)}`,
				expiresAtMs: nowMs + MINUTE_MS,
				clientId,
				barcode,
				variant,
				address: request.clientAddress,
				multiUse: true,
				sizePx: null,
			};
			const { file, contentType } = await delivery.deliver(grant, request).catch(asPortalError);
			// Only a buffer that has been completely handed to the system may be reused.
			reply.raw.on("finish", file.release);
			reply.header("cache-control", "private, no-store").type(contentType).send(file.bytes);
		},
		async "GET /admin/catalogue/versions/{version}/thumbnail"({ path, reply }) {
			const file = await findEveryThumbnail(path.version, "webp");
			if (!file) throw commonErrors.not_found({ message: "There is no such thumbnail." });
			reply
				.header("cache-control", "private, max-age=31536000, immutable")
				.type("image/webp")
				.send(Buffer.from(file));
		},
	});
}

/** Nothing is recorded for a picture that does not exist. */
async function requirePicture(db: Database, barcode: string, variant: string): Promise<void> {
	const row = await findRow(db.read, "image", { barcode, variant, active: 1 }, ["image_id"]);
	if (!row) throw noPicture();
}

/** The client API has an error code that this one does not. */
function asPortalError(error: unknown): never {
	if (error instanceof HttpError && error.code === "variant_not_available") {
		throw noPicture();
	}
	throw error;
}
