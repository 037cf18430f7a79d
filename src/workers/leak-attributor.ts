import { constants, setPriority } from "node:os";
import {
	type Attribution,
	attributeLeaks,
	type ClientScores,
	drawEvidence,
	openLeak,
	readLeak,
} from "@packshot/marking/attribute";
import { decodePrepared, type Prepared } from "@packshot/marking/deliver";
import { type LeakDescription, sumScoresOfKeys } from "@packshot/marking/search";
import sharp from "sharp";
import type { AttributeTask, DrawTask, ShownClients, ShownLeak } from "../images/attribution-tasks.ts";
import { clientScoresOf } from "../images/search/client-scores.ts";

// A server around this goes first. Linux lowers this thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);

export function describe(leak: Uint8Array): Promise<LeakDescription> {
	return readLeak(leak);
}

export function attribute({ leaks, bases, clients }: AttributeTask): Promise<Attribution> {
	const opened = new Map<Uint8Array, Prepared>();
	const images = bases.map(({ markId, prepared, global }) => {
		// Copies of one base with and without reserved cells are read once, which is told by the base being the same.
		const known = opened.get(prepared) ?? decodePrepared(prepared);
		opened.set(prepared, known);
		const { base, flips } = known;
		return { imageId: markId, base, flips, ...(global ? { global } : {}) };
	});
	return attributeLeaks(
		leaks,
		images,
		"clientIds" in clients ? shownScores(clients) : clientScoresOf(clients),
	);
}

function shownScores({ clientIds, keys }: ShownClients): ClientScores {
	return {
		most: clientIds.length,
		sums: async (pictures) => sumScoresOfKeys(pictures, (imageId) => keys[imageId] ?? []),
		clientIds: (places) => places.map((place) => clientIds[place] ?? ""),
	};
}

export function draw({ leak, prepared, softness, codeword }: DrawTask): Promise<Uint8Array> {
	const { base, flips } = decodePrepared(prepared);
	return drawEvidence({ leak, base, areas: flips, softness, codeword });
}

/** Pixels of the longer edge of what pages show of a leak. */
const PREVIEW_PX = 1200;

export async function show(leak: Uint8Array): Promise<ShownLeak> {
	const { format = "picture" } = await sharp(leak, { failOn: "none" }).metadata();
	const opened = await openLeak(leak);
	const upright = await opened.clone().metadata();
	const { autoOrient } = upright;
	const box = { width: PREVIEW_PX, height: PREVIEW_PX, fit: "inside", withoutEnlargement: true } as const;
	const preview = await opened.resize(box).webp({ quality: 82 }).toBuffer();
	return { format, width: autoOrient.width, height: autoOrient.height, preview };
}
