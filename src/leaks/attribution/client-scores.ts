import type { ClientScores } from "@packshot/marking/attribute";
import { sumScores, type WeighedPicture } from "@packshot/marking/search";
import { createSearchThreads } from "../search/search-threads.ts";
import { CLIENTS_AT_ONCE, type ClientPage } from "./client-pages.ts";

/** Candidates that a report may name; no mark can tell apart more colluders than this. */
const MOST_CANDIDATES = 1000;

/** Scores clients with one thread per core, unless there are only a few. */
export function clientScoresOf(pages: readonly ClientPage[]): ClientScores {
	return {
		most: MOST_CANDIDATES,
		sums: (pictures) => sumsOf(pictures, pages),
		clientIds(places) {
			const ids = new Map<number, readonly string[]>();
			return places.map((place) => {
				const at = Math.floor(place / CLIENTS_AT_ONCE);
				const page = ids.get(at) ?? (pages[at]?.clientIds ?? "").split(" ");
				ids.set(at, page);
				return page[place % CLIENTS_AT_ONCE] ?? "";
			});
		},
	};
}

async function sumsOf(
	pictures: readonly WeighedPicture[],
	pages: readonly ClientPage[],
): Promise<Float64Array[]> {
	const parts =
		pages.length > 1
			? await inThreads(pictures, pages)
			: pages.map(({ seeds }) => sumScores(pictures, seeds));
	return pictures.map((_, picture) => joined(parts.map((part) => part[picture] ?? new Float64Array())));
}

async function inThreads(
	pictures: readonly WeighedPicture[],
	pages: readonly ClientPage[],
): Promise<Float64Array[][]> {
	const threads = createSearchThreads();
	try {
		return await Promise.all(pages.map(({ seeds }) => threads.score({ pictures, seeds })));
	} finally {
		await threads.close();
	}
}

function joined(parts: readonly Float64Array[]): Float64Array {
	const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
