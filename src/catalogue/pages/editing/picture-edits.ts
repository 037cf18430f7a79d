import { Buffer } from "node:buffer";
import { type Call, handlers, type Person } from "../../../pages/call.ts";
import { noPicture, noProduct, requirePlain } from "../../../pages/errors.ts";
import { pictureErrors } from "../../../pictures/errors.ts";
import type { WatermarkParts } from "../../../pictures/pages/watermark/parts.ts";
import { watermarkVersion } from "../../../pictures/preparation/watermark-settings.ts";
import type { Adjustment } from "../../../pictures/store/adjustment.ts";
import {
	deleteFiles,
	putAll,
	type StagedPicture,
	stageAdjusted,
} from "../../../pictures/store/store-picture.ts";
import type { ImageRow } from "../../../pictures/tables.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { tryAgainIfTooLong } from "../../../platform/db/write-in-parts.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import type { ProposalParts } from "../../../proposals/parts.ts";
import { pictureRefused, stageUpload } from "../../../proposals/stage-upload.ts";
import { unusedPicture } from "../../../proposals/uploads.ts";
import { catalogueErrors } from "../../errors.ts";
import type { Variant } from "../../fields/scopes.ts";
import { savePicture } from "./changes.ts";
import { catalogueRoutes } from "./contract.ts";
import type { CatalogueParts } from "./handlers.ts";
import { productAnswer } from "./product-answer.ts";
import type { PicturePreview } from "./product-contract.ts";

export interface PictureEditParts extends Pick<CatalogueParts, "config"> {
	readonly proposing: ProposalParts;
	readonly watermark: Pick<WatermarkParts, "pool">;
}

/** `source_batch` of pictures that were uploaded on the page of a product (SPEC 2.4). */
const SOURCE_BATCH = "product_page";

const EDIT = "PUT /admin/catalogue/products/{barcode}/pictures/{variant}";
const PREVIEW = "POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview";

/** Adding, replacing, turning and cropping single pictures: checked and prepared in processes, and stored, as by an import. */
export function pictureEditHandlers({ proposing, watermark, config }: PictureEditParts) {
	const { db, blobs, preparation } = proposing;
	return handlers(catalogueRoutes)({
		async [PREVIEW]({ path: { barcode, variant }, body, person, nowMs, reply }) {
			const original =
				body.picture_id === undefined
					? (await findRow(db.read, "image", { barcode, variant, active: 1 }))?.original_blob
					: (await requireUpload(proposing, { person, variant, pictureId: body.picture_id, nowMs })).blob;
			if (original === undefined) throw noPicture();
			const { watermark: settings } = await preparation();
			const options = { variant, watermark: settings, adjustment: adjustmentOf(body), isJudged: true };
			const drawn = await (await watermark.pool()).previewWatermark(await blobs.get(original), options);
			if ("refused" in drawn) throw pictureRefused(variant, drawn);
			reply
				.header("x-picture-size", `${drawn.width}x${drawn.height}`)
				.header("x-watermark-drawn", drawn.isDrawn ? "1" : "0")
				.header("x-can-be-marked", drawn.canBeMarked ? "1" : "0")
				.type("image/webp")
				.send(Buffer.from(drawn.preview));
		},
		async [EDIT](call) {
			const { barcode, variant } = call.path;
			const { version, picture_id: pictureId } = call.body;
			if (!(await findRow(db.read, "product", { barcode }, ["barcode"]))) throw noProduct();
			const answer = () => productAnswer(db, barcode, config.history);
			const changed = async () => catalogueErrors.product_changed({ details: { current: await answer() } });
			const before =
				version === null
					? undefined
					: await findRow(db.read, "image", { image_id: version, barcode, variant });
			if (version !== null && !before) throw await changed();
			// A large picture takes longer than the request deadline, and its editor waits for it.
			markIrrevocable(call.request.responseMeta);
			const { image, files } = await stage(proposing, call, before);
			await putAll(blobs, files);
			const order = { image, before: before ?? null, pictureId: pictureId ?? null, actor: call.actor };
			const outcome = await tryAgainIfTooLong(() => db.write(savePicture, order));
			if (outcome !== "saved") await deleteFiles(blobs, files);
			if (outcome === "stale") throw await changed();
			if (outcome === "picture_gone") throw pictureErrors[outcome]();
			if (outcome === "no_product") throw noProduct();
			return answer();
		},
	});
}

/** The picture as it is to be stored. @throws HttpError for one that is refused. */
async function stage(
	proposing: ProposalParts,
	{ path: { barcode, variant }, body, person, nowMs }: Call<(typeof catalogueRoutes)[typeof EDIT]>,
	before: ImageRow | undefined,
): Promise<StagedPicture> {
	const adjustment = adjustmentOf(body);
	if (body.picture_id !== undefined) {
		const upload = await requireUpload(proposing, { person, variant, pictureId: body.picture_id, nowMs });
		const ownership = body.ownership ? requirePlain("ownership", body.ownership) : null;
		const given = { barcode, adjustment, ownership, sourceBatch: SOURCE_BATCH, existingOnly: true };
		return stageUpload(proposing, upload, given);
	}
	if (!before) throw badRequest("picture_id: there is no picture that could be turned or cropped.");
	const { blobs, clock, pool, preparation } = proposing;
	const { watermark, sizesPx, uploadOffsetMinutes } = await preparation();
	const original = await blobs.get(before.original_blob);
	const options = { variant, adjustment, watermark, sizesPx, nowMs: before.uploaded_at };
	const prepared = await (await pool()).prepare(original, options);
	if ("refused" in prepared) throw pictureRefused(variant, prepared);
	const made = { adjustment, uploadOffsetMinutes, clock, watermarkVersion: watermarkVersion(watermark) };
	return stageAdjusted(before, prepared, made);
}

interface WantedUpload {
	readonly person: Person;
	readonly variant: Variant;
	readonly pictureId: string;
	readonly nowMs: number;
}

/** A picture that the person has uploaded for this variant. @throws HttpError if there is none. */
async function requireUpload({ db }: ProposalParts, { person, variant, pictureId, nowMs }: WantedUpload) {
	const row = await unusedPicture(db.read, person.account.account_id, pictureId, nowMs);
	if (row?.variant !== variant || row.original_blob === null) throw pictureErrors.picture_gone();
	return { variant, blob: row.original_blob, fileDateMs: row.file_date };
}

function adjustmentOf({ turn, crop }: PicturePreview): Adjustment {
	return { turn, crop };
}
