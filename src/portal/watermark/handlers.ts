import { Buffer } from "node:buffer";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { readRun } from "../../pictures/reprocessing/run.ts";
import { picturesOf, type SamplePicture } from "../../pictures/style/sample-pictures.ts";
import { readSavedStyle } from "../../pictures/style/saved-style.ts";
import { drawnStyle, styleInEffect } from "../../pictures/style/style.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import { portalError } from "../errors.ts";
import type { Call, Handlers } from "../http/call.ts";
import { watermarkAnswer } from "./answers.ts";
import { saveWatermark } from "./changes.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import { givenStyle, styleChanges } from "./given-style.ts";
import type { WatermarkParts } from "./parts.ts";
import { preparingHandlers } from "./preparing-handlers.ts";
import { samplesOf, usualSamples } from "./samples.ts";

type WatermarkRoute = Extract<keyof Handlers, `${string} /admin/watermark${string}`>;

/** Handlers for the watermark's style. */
export function watermarkHandlers(parts: WatermarkParts): Handlers<WatermarkRoute> {
	const { db, settings, clock } = parts;
	const drawing = createDrawing(parts);
	const answer = async () => {
		const saved = await readSavedStyle(db.read);
		const style = styleInEffect(settings, saved?.style);
		return watermarkAnswer(db, settings, { style, saved, run: await readRun(db.read) });
	};
	return {
		"GET /admin/watermark": () => answer(),
		async "PUT /admin/watermark"({ body, actor }) {
			const before = styleInEffect(settings, (await readSavedStyle(db.read))?.style);
			const style = await givenStyle(body, before, drawing);
			const after = styleInEffect(settings, style);
			await drawing.requireDrawable(drawnStyle(after));
			const { revision } = body;
			const manualMs = manualTimeMs(clock);
			const changes = styleChanges(before, after);
			const outcome = await db.write(saveWatermark, { revision, style, changes, manualMs, actor });
			if (outcome !== "saved") throw portalError(outcome);
			return answer();
		},
		async "GET /admin/watermark/samples"({ query }) {
			if (query.barcode === undefined) return { data: await usualSamples(parts, drawing) };
			if (!isBarcode(query.barcode)) throw portalError("invalid_barcode");
			return { data: await samplesOf(parts, query.barcode) };
		},
		"POST /admin/watermark/preview": (call) => sendPreview(parts, drawing, call),
		...preparingHandlers(parts),
	};
}

async function sendPreview(
	parts: WatermarkParts,
	drawing: Drawing,
	{ body, reply }: Call<"POST /admin/watermark/preview">,
): Promise<undefined> {
	const today = styleInEffect(parts.settings, (await readSavedStyle(parts.db.read))?.style);
	const style = styleInEffect(parts.settings, await givenStyle(body, today, drawing));
	const picture = await requirePicture(parts, body);
	const drawn = await drawing.preview(picture, drawnStyle(style));
	if ("refused" in drawn)
		throw portalError("not_found", { message: `${picture.variant}: ${drawn.refused}.` });
	reply
		.header("x-watermark-drawn", drawn.isDrawn ? "1" : "0")
		.type("image/webp")
		.send(Buffer.from(drawn.preview));
	return undefined;
}

async function requirePicture(
	{ db }: WatermarkParts,
	{ barcode, variant }: { readonly barcode: string; readonly variant: string },
): Promise<SamplePicture> {
	const picture = (await picturesOf(db, barcode)).find((each) => each.variant === variant);
	if (!picture) throw portalError("not_found", { message: "There is no such picture." });
	return picture;
}
