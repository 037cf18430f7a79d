import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { groupPictures, inOrderTaken } from "@packshot/studio/card";
import { watchRoom } from "../../platform/disk-room.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import type { ImportBatch, ImportProgress } from "../batches/store.ts";
import type { TaskParts, TaskWork } from "../batches/task-work.ts";
import { type Card, NEW_CARD, type SeenPicture } from "./card.ts";
import { type ArchivedPicture, archivedPictures, writeViews } from "./card-files.ts";
import { openFindings } from "./kept-findings.ts";
import { createStudioPool, type StudioPool } from "./studio-pool.ts";

/** All of them stand on one page. */
const MOST_PICTURES = 2000;

type Seen = SeenPicture | { readonly name: string; readonly reason: string };

/** Looks at the pictures of an uploaded card, cuts them out and groups them. What it found is kept beside the file: when it is killed, the next one goes on. */
export function createCardWork({ folder, clock }: TaskParts, batch: ImportBatch): TaskWork {
	const { import_id: importId, files } = batch;
	let progress: ImportProgress | null = null;
	return {
		progress: () => progress,
		reports: () => ({}),
		async run(signal) {
			const path = folder.path({ importId, name: files[0]?.name ?? "" });
			const all = await countPictures(path);
			const seen: Seen[] = [];
			const note = (found: Seen) => {
				seen.push(found);
				const refused = seen.filter((each) => "reason" in each).length;
				const counts = { lines: 0, pictures: seen.length, allPictures: all, refused };
				progress = { ...counts, share: seen.length / all, atMs: clock.now() };
			};
			const looking = { path, folder: folder.cardPath(importId), signal };
			await lookInRoom(looking, folder.hasRoom, note).catch(async (fault) => {
				// The disk may be full: until somebody tries again, what was found takes no room.
				await rm(looking.folder, { recursive: true, force: true });
				throw fault;
			});
			return signal.aborted ? {} : { card: cardOf(seen) };
		},
	};
}

/** @throws Error for a file that is no card */
async function countPictures(path: string): Promise<number> {
	let all = 0;
	for await (const _ of archivedPictures(path)) all++;
	if (all === 0) throw new Error("there are no pictures in the file");
	if (all > MOST_PICTURES)
		throw new Error(`a card has at most ${MOST_PICTURES} pictures: upload fewer at a time`);
	return all;
}

/** @throws NoDiskRoom when room gets short */
async function lookInRoom(
	looking: Omit<Looking, "pool">,
	hasRoom: () => Promise<boolean>,
	note: (found: Seen) => void,
): Promise<void> {
	const room = await watchRoom(hasRoom);
	// The other cores, and their memory, are for those who read meanwhile: the lowest priority alone does not keep caches and the disk free.
	const pool = createStudioPool(Math.ceil(availableParallelism() / 2));
	try {
		const signal = AbortSignal.any([looking.signal, room.signal]);
		await lookAtAll({ ...looking, pool, signal }, note);
	} finally {
		await pool.close();
		room.end();
	}
}

interface Looking {
	/** Of the archive. */
	readonly path: string;
	/** Where views and findings go. */
	readonly folder: string;
	readonly pool: StudioPool;
	readonly signal: AbortSignal;
}

async function lookAtAll(
	{ path, folder, pool, signal }: Looking,
	note: (found: Seen) => void,
): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const findings = await openFindings(join(folder, "index"));
	await forEachConcurrently(readAhead(path, signal), pool.processes, async ({ picture, bytes }) => {
		const key = String(picture.id);
		const known = findings.get<Seen>(key);
		const found = known ?? (await lookAt(picture, bytes, { folder, pool, signal }));
		if (!found) return;
		// What could not be read may be readable the next time.
		if (!known && "id" in found) await findings.add(key, found);
		note(found);
	});
}

/** Reads a picture before it is handed out: the archive is closed as soon as its last one is. */
async function* readAhead(path: string, signal: AbortSignal) {
	for await (const picture of archivedPictures(path)) {
		if (signal.aborted) return;
		yield { picture, bytes: await picture.read().catch((fault: Error) => fault) };
	}
}

/** @returns undefined if it is to end */
async function lookAt(
	{ id, name }: ArchivedPicture,
	bytes: Uint8Array | Error,
	{ folder, pool, signal }: Omit<Looking, "path">,
): Promise<Seen | undefined> {
	if (bytes instanceof Error) return { name, reason: plainFault(bytes) };
	const seen = await pool
		.run("study", bytes, signal)
		.catch((fault: unknown) => ({ refused: plainFault(fault) }));
	if (signal.aborted) return undefined;
	if ("refused" in seen) return { name, reason: seen.refused };
	const { takenAtMs, barcodes, qualityNotes: notes, preview, thumbnail, cut } = seen;
	await writeViews(folder, id, { preview, thumbnail, ...("png" in cut ? { cutout: cut.png } : {}) });
	const outcome = "refused" in cut ? { notCutOut: cut.refused } : { notCutOut: null, frame: cut.frame };
	return { id, name, takenAtMs, barcodes, notes, ...outcome };
}

function cardOf(seen: readonly Seen[]): Card {
	const pictures = inOrderTaken(seen.filter((each) => "id" in each));
	const idOf = (place: number | null) => (place === null ? null : (pictures[place]?.id ?? null));
	const found = groupPictures(pictures).map(({ barcode, front, back, others, doubts }) => ({
		barcode,
		front: idOf(front),
		back: idOf(back),
		others: others.flatMap((place) => idOf(place) ?? []),
		doubts,
	}));
	const inOrder = found.toSorted((a, b) => Number(b.doubts.length > 0) - Number(a.doubts.length > 0));
	return {
		...NEW_CARD,
		pictures,
		found,
		groups: inOrder.map(({ doubts: _, ...sides }) => ({ ...sides, state: "open" })),
		refused: seen.filter((each) => "reason" in each),
	};
}
