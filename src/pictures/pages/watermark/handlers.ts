import { Buffer } from "node:buffer";
import { availableParallelism } from "node:os";
import { isBarcode } from "../../../catalogue/barcodes/barcode.ts";
import { catalogueErrors } from "../../../catalogue/errors.ts";
import { parseMembers } from "../../../catalogue/fields/members.ts";
import type { Info } from "../../../catalogue/fields/schemas.ts";
import type { ServedProduct } from "../../../catalogue/stored/served-product.ts";
import { textOf } from "../../../catalogue/stored/served-text.ts";
import { type Call, handlers } from "../../../pages/call.ts";
import { noPicture, requirePlain } from "../../../pages/errors.ts";
import type { Actor } from "../../../pages/events.ts";
import { emailOf } from "../../../people/accounts/accounts.ts";
import type { Database } from "../../../platform/db/database.ts";
import { databaseTimeMs } from "../../../platform/db/database-time.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import type { AnswerOf } from "../../../platform/http/route.ts";
import { ulid } from "../../../platform/ids.ts";
import type { TaskTable } from "../../../platform/tasks/task-table.ts";
import { isoTime, isoTimeOrNull } from "../../../platform/time/clock.ts";
import { pictureErrors } from "../../errors.ts";
import { watermarkVersion } from "../../preparation/watermark-settings.ts";
import { averagePreparedBytes, countOutdated } from "../../reprocessing/counts.ts";
import { figuresOf, readRun, runState } from "../../reprocessing/run.ts";
import { picturesOf, type SamplePicture, sampledPictures } from "../../style/sample-pictures.ts";
import { readSavedStyle, type SavedStyle } from "../../style/saved-style.ts";
import {
	decidingSettings,
	drawnStyle,
	type StyleMark,
	type StyleSettings,
	styleInEffect,
	type WatermarkStyle,
} from "../../style/style.ts";
import {
	askOfPreparing,
	beginPreparing,
	lookOf,
	resumePreparing,
	saveWatermark,
	styleChanges,
} from "./changes.ts";
import { type GivenStyle, type PreparingRunAnswer, type Watermark, watermarkRoutes } from "./contract.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import type { WatermarkParts } from "./parts.ts";

export function watermarkHandlers(parts: WatermarkParts) {
	const { db, settings } = parts;
	const drawing = createDrawing(parts);
	const answer = async () => {
		const saved = await readSavedStyle(db.read);
		const style = styleInEffect(settings, saved?.style);
		return watermarkAnswer(db, settings, { style, saved, run: await readRun(db.read) });
	};
	return handlers(watermarkRoutes)({
		"GET /admin/watermark": () => answer(),
		async "PUT /admin/watermark"({ body, actor }) {
			const before = styleInEffect(settings, (await readSavedStyle(db.read))?.style);
			const style = await givenStyle(body, before, drawing);
			const after = styleInEffect(settings, style);
			await drawing.requireDrawable(drawnStyle(after));
			const { revision } = body;
			const changes = styleChanges(before, after);
			const outcome = await db.write(saveWatermark, { revision, style, changes, actor });
			if (outcome !== "saved") throw pictureErrors[outcome]();
			return answer();
		},
		async "GET /admin/watermark/samples"({ query }) {
			if (query.barcode === undefined) return { data: await usualSamples(parts, drawing) };
			if (!isBarcode(query.barcode)) throw catalogueErrors.invalid_barcode();
			return { data: await samplesOf(parts, query.barcode) };
		},
		"POST /admin/watermark/preview": (call) => sendPreview(parts, drawing, call),
		...preparingHandlers(parts),
	});
}

async function sendPreview(
	parts: WatermarkParts,
	drawing: Drawing,
	{ body, reply }: Call<(typeof watermarkRoutes)["POST /admin/watermark/preview"]>,
): Promise<undefined> {
	const today = styleInEffect(parts.settings, (await readSavedStyle(parts.db.read))?.style);
	const style = styleInEffect(parts.settings, await givenStyle(body, today, drawing));
	const picture = await requirePicture(parts, body);
	const drawn = await drawing.preview(picture, drawnStyle(style));
	if ("refused" in drawn) throw commonErrors.not_found({ message: `${picture.variant}: ${drawn.refused}.` });
	reply
		.header("x-watermark-drawn", drawn.isDrawn ? "1" : "0")
		.type("image/webp")
		.send(Buffer.from(drawn.preview));
}

async function requirePicture(
	{ db }: WatermarkParts,
	{ barcode, variant }: { readonly barcode: string; readonly variant: string },
): Promise<SamplePicture> {
	const picture = (await picturesOf(db, barcode)).find((each) => each.variant === variant);
	if (!picture) throw noPicture();
	return picture;
}

/** Handlers for reprocessing pictures. The work is done by a server or by the command (images/reprocessing/). */
function preparingHandlers({ db }: WatermarkParts) {
	async function answer() {
		const run = await readRun(db.read);
		if (!run) return { run: null };
		return { run: await runAnswer(db, run, await databaseTimeMs(db.read, db.traits)) };
	}
	async function ask(asked: "pause" | "stop", actor: Actor) {
		const isAsked = await db.write(askOfPreparing, { asked, actor });
		if (!isAsked) throw pictureErrors.preparing_elsewhere();
		return answer();
	}
	return handlers(watermarkRoutes)({
		"GET /admin/watermark/preparing": () => answer(),
		async "POST /admin/watermark/preparing"({ actor, nowMs }) {
			const outcome = await db.write(beginPreparing, { runId: `prep_${ulid(nowMs)}`, actor });
			if (outcome === "under_way") throw pictureErrors.preparing_under_way();
			return answer();
		},
		"POST /admin/watermark/preparing/pause": ({ actor }) => ask("pause", actor),
		"POST /admin/watermark/preparing/stop": ({ actor }) => ask("stop", actor),
		async "POST /admin/watermark/preparing/resume"({ actor }) {
			if (!(await db.write(resumePreparing, { actor }))) throw pictureErrors.preparing_elsewhere();
			return answer();
		},
	});
}

/** The style described by a form; a logo as pixels. @param today keeps its mark if the form has none. @throws HttpError 400 or 422 */
async function givenStyle(
	{ mark, place, width_percent, opacity_percent }: GivenStyle,
	today: WatermarkStyle,
	{ rasterised }: Pick<Drawing, "rasterised">,
): Promise<WatermarkStyle> {
	return {
		mark: mark === undefined ? today.mark : await givenMark(mark, rasterised),
		place,
		widthPercent: width_percent,
		opacityPercent: opacity_percent,
	};
}

async function givenMark(
	mark: NonNullable<GivenStyle["mark"]>,
	rasterised: Drawing["rasterised"],
): Promise<StyleMark> {
	if ("text" in mark) {
		const text = requirePlain("text", mark.text.trim());
		if (text === "") throw pictureErrors.watermark_refused({ message: "The text is empty." });
		return { text };
	}
	const name = requirePlain("name", mark.name);
	return { logo: await rasterised(Buffer.from(mark.logo, "base64")), name };
}

/** Pictures per second and core, assumed until some have been prepared here. */
const USUAL_PACE = 0.75;

/** Number of pictures from which the actual pace is measured. */
const TELLING = 20;

/** The effective style, and what reprocessing with it would take. */
async function watermarkAnswer(
	db: Database,
	settings: StyleSettings,
	{
		style,
		saved,
		run,
	}: { style: WatermarkStyle; saved?: SavedStyle | undefined; run?: TaskTable | undefined },
): Promise<Watermark> {
	const { pictures, outdated } = await countOutdated(db, watermarkVersion(drawnStyle(style)));
	const { mark, place, widthPercent, opacityPercent } = decidingSettings(settings);
	return {
		style: styleAnswer(style),
		decided_by: { mark, place, width_percent: widthPercent, opacity_percent: opacityPercent },
		revision: saved?.revision ?? 0,
		saved_at: saved ? isoTime(saved.savedAtMs) : null,
		saved_by: await emailOf(db.read, saved?.savedBy ?? null),
		pictures,
		outdated,
		estimate: {
			seconds: Math.ceil(outdated / paceOf(run)),
			bytes: outdated * (await averagePreparedBytes(db)),
		},
	};
}

function styleAnswer(style: WatermarkStyle): Watermark["style"] {
	const { mark } = style;
	return {
		mark: "text" in mark ? { kind: "text", text: mark.text } : { kind: "logo", name: mark.name },
		...lookOf(style),
	};
}

/** Pictures per second: the pace of the last run, or the assumed one for this number of cores. */
function paceOf(run: TaskTable | undefined): number {
	const { prepared = 0, completed = 0, workedMs = 0 } = run ? figuresOf(run) : {};
	const done = prepared + completed;
	if (done < TELLING || workedMs === 0) return USUAL_PACE * availableParallelism();
	return (1000 * done) / workedMs;
}

/** A run as returned to the pages. */
async function runAnswer(db: Database, run: TaskTable, nowMs: number): Promise<PreparingRunAnswer> {
	const { workedMs, failures, ...figures } = figuresOf(run);
	const { total, prepared, completed, superseded, failed } = figures;
	const state = runState(run);
	const left = total === null ? null : Math.max(0, total - prepared - completed - superseded - failed);
	return {
		state,
		is_running: run.state === "running" && run.lease_until > nowMs,
		asked: run.asked,
		by: await emailOf(db.read, run.account_id),
		...figures,
		failures: [...failures],
		failure: run.failure,
		worked_ms: workedMs,
		seconds_left: left === null || state !== "going" ? null : Math.ceil(left / paceOf(run)),
		begun_at: isoTime(run.created_at),
		ended_at: isoTimeOrNull(run.ended_at),
	};
}

type Sample = AnswerOf<(typeof watermarkRoutes)["GET /admin/watermark/samples"]>["data"][number];

/** Pictures of the catalogue for previewing a style: the lightest and the darkest of some packages, and a cut-out. */
async function usualSamples(parts: WatermarkParts, drawing: Drawing): Promise<Sample[]> {
	const { photographs, cutOut } = await sampledPictures(parts.db);
	const byLightness = await sortedByLightness(drawing, photographs);
	const [darkest, lightest] = [byLightness[0], byLightness.at(-1)];
	return Promise.all([
		...(lightest ? [sample(parts, lightest, "light")] : []),
		...(darkest && darkest !== lightest ? [sample(parts, darkest, "dark")] : []),
		...(cutOut ? [sample(parts, cutOut, "cut_out")] : []),
	]);
}

/** The pictures of a product. @throws HttpError 404 when it has none. */
async function samplesOf(parts: WatermarkParts, barcode: string): Promise<Sample[]> {
	const pictures = await picturesOf(parts.db, barcode);
	if (pictures.length === 0) {
		throw commonErrors.not_found({ message: "There is no picture of this product." });
	}
	return Promise.all(pictures.map((picture) => sample(parts, picture, null)));
}

async function sortedByLightness(
	drawing: Drawing,
	pictures: readonly SamplePicture[],
): Promise<SamplePicture[]> {
	const seen: { readonly picture: SamplePicture; readonly lightness: number }[] = [];
	// One after the other, so that they do not take all places of those who wait.
	for (const picture of pictures) {
		if (picture.thumbnailBlob === null) continue;
		seen.push({ picture, lightness: await drawing.lightnessOf(picture.thumbnailBlob) });
	}
	return seen.sort((one, other) => one.lightness - other.lightness).map(({ picture }) => picture);
}

async function sample(
	{ findProduct }: WatermarkParts,
	{ barcode, variant, imageId, thumbnailBlob }: SamplePicture,
	shows: Sample["shows"],
): Promise<Sample> {
	const product = await findProduct(barcode);
	return {
		barcode,
		variant,
		product_name: product ? nameOf(product) : null,
		thumbnail: thumbnailBlob === null ? null : imageId,
		shows,
	};
}

function nameOf({ text }: ServedProduct): string | null {
	return parseMembers<Partial<Info>>(textOf(text, "info")).product_name ?? null;
}
