import { createHash } from "node:crypto";
import type { Refusal } from "@packshot/marking/prepare";
import { LRUCache } from "lru-cache";
import type { RasterisedLogo } from "../preparation/rasterise-logo.ts";
import type { ChosenWatermark, WatermarkSettings } from "../preparation/watermark-settings.ts";

type Rasterise = (logo: Uint8Array) => Promise<RasterisedLogo | Refusal>;

/** Logos that were turned into pixels, by their SHA-256: pages ask for the same one again and again. */
const rasterised = new LRUCache<string, RasterisedLogo>({ max: 8 });

/**
 * A watermark as it is drawn. A logo that is a drawing is turned into pixels, once, in a process that is killed if that takes too long: logos are PNG files
 * when they are saved, but may be SVG in the settings, or if an earlier version saved them. The version of the watermark stays that of the given file.
 * @returns a refusal for a logo that cannot be drawn.
 */
export async function drawable(
	{ mark, ...drawing }: ChosenWatermark,
	rasterise: Rasterise = inItsOwnProcess,
): Promise<WatermarkSettings | Refusal> {
	if ("text" in mark) return { ...drawing, mark };
	const { logo } = mark;
	if (isPng(logo)) return { ...drawing, mark: { logo, png: logo } };
	const found = await rasterisedLogo(logo, rasterise);
	return "refused" in found ? found : { ...drawing, mark: { logo, png: found.png } };
}

/** A logo as pixels, from memory if it was rasterised lately. */
export async function rasterisedLogo(
	logo: Uint8Array,
	rasterise: Rasterise,
): Promise<RasterisedLogo | Refusal> {
	const key = createHash("sha256").update(logo).digest("hex");
	const known = rasterised.get(key);
	if (known) return known;
	const made = await rasterise(logo);
	if (!("refused" in made)) rasterised.set(key, made);
	return made;
}

async function inItsOwnProcess(logo: Uint8Array): Promise<RasterisedLogo | Refusal> {
	// Loaded on demand: it loads a decoder, which most servers never need.
	const { createPreparingPool } = await import("../preparing-pool.ts");
	const pool = createPreparingPool({ processes: 1, isWaitedFor: true });
	try {
		return await pool.rasteriseLogo(logo);
	} finally {
		await pool.close();
	}
}

function isPng(logo: Uint8Array): boolean {
	return Buffer.from(logo.subarray(0, 8)).toString("latin1") === "\x89PNG\r\n\x1a\n";
}
