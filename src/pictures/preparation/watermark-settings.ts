import { createHash } from "node:crypto";
import type { Raster } from "@packshot/marking/prepare";

export type DrawnPlace = "tiled" | "centre" | "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** `invisible`: nothing is drawn, except on pictures that cannot carry invisible marks (SPEC E2). */
export type WatermarkPlace = DrawnPlace | "invisible";

export const watermarkPlaces = [
	"tiled",
	"centre",
	"top-left",
	"top-right",
	"bottom-left",
	"bottom-right",
	"invisible",
] as const satisfies readonly WatermarkPlace[];

/** The global watermark, apart from what is drawn. */
type WatermarkDrawing = {
	place: WatermarkPlace;
	/** Width of one mark as a share of the picture's width, above 0 and at most 1; on small pictures marks are relatively wider, to stay legible. */
	widthShare: number;
	/** From 0 (invisible) to 1 (opaque). */
	opacity: number;
};

/** What the operator sets for the global watermark: a line of text, or the bytes of a logo in any format. */
export type ChosenWatermark = WatermarkDrawing & { mark: { text: string } | { logo: Uint8Array } };

/** The same as it is drawn: the logo also as a PNG (style/drawable.ts). */
export type WatermarkSettings = WatermarkDrawing & {
	mark: { text: string } | { logo: Uint8Array; png: Uint8Array };
};

/** What a new installation draws (SPEC D43). An upgrade or a restore keeps the earlier default (migration 0056). */
export const defaultWatermark = {
	mark: { text: "PACKSHOT" },
	place: "bottom-right",
	widthShare: 0.2,
	opacity: 0.5,
} satisfies WatermarkSettings;

/** Where the watermark is drawn on a picture that has to have it: with a style that draws nothing, pictures that cannot carry invisible marks are tiled. */
export function drawnPlace({ place }: WatermarkSettings): DrawnPlace {
	return place === "invisible" ? "tiled" : place;
}

/**
 * How previews are drawn (SPEC D42): always with a mark, since they carry no invisible one. With a style that draws nothing it is a mark in the
 * corner; on a cut-out, whose corners are transparent, in the middle.
 */
export function previewStyle(
	settings: WatermarkSettings,
	{ channels }: Pick<Raster, "channels">,
): WatermarkSettings {
	if (settings.place !== "tiled" && channels === 4) return { ...settings, place: "centre" };
	return settings.place === "invisible" ? { ...settings, place: "bottom-right" } : settings;
}

/** Incremented whenever the same settings are drawn differently, so that pictures are reprocessed. */
const DRAWING_VERSION = 1;

/** Sixteen hexadecimal digits that change exactly when pictures would get a different watermark. */
export function watermarkVersion(settings: ChosenWatermark): string {
	const { mark, place, widthShare, opacity } = settings;
	const kind = "text" in mark ? "text" : "logo";
	return createHash("sha256")
		.update(JSON.stringify([DRAWING_VERSION, kind, place, widthShare, opacity]))
		.update("text" in mark ? mark.text : mark.logo)
		.digest("hex")
		.slice(0, 16);
}
