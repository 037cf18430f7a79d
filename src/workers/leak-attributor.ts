import {
	type Attribution,
	attributeReadings,
	type ClientScores,
	drawEvidence,
	type LeakMatch,
	openLeak,
	readLeak,
	readLeakedCells,
} from "@packshot/marking/attribute";
import { decodePrepared, type Prepared } from "@packshot/marking/deliver";
import { type LeakDescription, sumScoresOfKeys } from "@packshot/marking/search";
import sharp from "sharp";
import type { AttributionTasks } from "../leaks/attribution/attribution-process.ts";
import type {
	AttributeTask,
	DescribeTask,
	DrawTask,
	ReadTask,
	ReduceTask,
	ShownClients,
	ShownLeak,
} from "../leaks/attribution/attribution-tasks.ts";
import { clientScoresOf } from "../leaks/attribution/client-scores.ts";
import { createSearchThreads } from "../leaks/search/search-threads.ts";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";

sharp.concurrency(1);

function describe({ leak, manner }: DescribeTask): Promise<LeakDescription> {
	return readLeak(leak, manner);
}

function read({ leak, bases, ...how }: ReadTask): Promise<LeakMatch[]> {
	const opened = new Map<Uint8Array, Prepared>();
	const images = bases.map(({ markId, prepared, photograph, global }) => {
		// Copies of one base with and without reserved cells are read once, which shows in the base being the same.
		const known = opened.get(prepared) ?? decodePrepared(prepared);
		opened.set(prepared, known);
		const { base, flips } = known;
		return {
			imageId: markId,
			base,
			flips,
			...(photograph ? { photograph } : {}),
			...(global ? { global } : {}),
		};
	});
	return readLeakedCells(leak, images, how);
}

async function attribute({ readings, clients, ...more }: AttributeTask): Promise<Attribution> {
	if ("clientIds" in clients) return attributeReadings(readings, shownScores(clients), more);
	const threads = createSearchThreads();
	try {
		return await attributeReadings(readings, clientScoresOf(clients, threads), more);
	} finally {
		await threads.close();
	}
}

function shownScores({ clientIds, keys }: ShownClients): ClientScores {
	return {
		most: clientIds.length,
		sums: async (pictures) => sumScoresOfKeys(pictures, (imageId) => keys.get(imageId) ?? []),
		clientIds: (places) => places.map((place) => clientIds[place] ?? ""),
		keys: (places, imageId) => places.map((place) => keys.get(imageId)?.[place] as Uint8Array),
	};
}

function draw({ leak, prepared, softness, codeword }: DrawTask): Promise<Uint8Array> {
	const { base, flips } = decodePrepared(prepared);
	return drawEvidence({ leak, base, areas: flips, softness, codeword });
}

/** Pixels of the longer edge of what pages show of a leak. */
const PREVIEW_PX = 1200;

async function show(leak: Uint8Array): Promise<ShownLeak> {
	const { format = "picture" } = await sharp(leak, { failOn: "none" }).metadata();
	const opened = await openLeak(leak);
	const upright = await opened.clone().metadata();
	const { autoOrient } = upright;
	const box = { width: PREVIEW_PX, height: PREVIEW_PX, fit: "inside", withoutEnlargement: true } as const;
	const preview = await opened.resize(box).webp({ quality: 82 }).toBuffer();
	return { format, width: autoOrient.width, height: autoOrient.height, preview };
}

function reduce({ picture, longestPx }: ReduceTask): Promise<Uint8Array> {
	const box = { width: longestPx, height: longestPx, fit: "inside", withoutEnlargement: true } as const;
	return sharp(picture).resize(box).webp({ quality: 78 }).toBuffer();
}

const tasks: AttributionTasks = { describe, read, attribute, draw, show, reduce };

serveTasks({ ...tasks });
