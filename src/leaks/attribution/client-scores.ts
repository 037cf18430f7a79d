import type { ClientScores } from "@packshot/marking/attribute";
import { codewordKey } from "@packshot/marking/deliver";
import { seedBytes, sumScores, type WeighedPicture } from "@packshot/marking/search";
import type { SearchThreads } from "../search/search-threads.ts";
import { CLIENTS_AT_ONCE, type ClientPage } from "./client-pages.ts";

/** Candidates that a report may name; no mark can tell apart more colluders than this. */
const MOST_CANDIDATES = 1000;

/** Scores clients in threads, unless there are only a few. */
export function clientScoresOf(pages: readonly ClientPage[], threads: SearchThreads): ClientScores {
	return {
		most: MOST_CANDIDATES,
		sums: (pictures) => sumsOf(pictures, pages, threads),
		clientIds(places) {
			const ids = new Map<number, readonly string[]>();
			return places.map((place) => {
				const at = Math.floor(place / CLIENTS_AT_ONCE);
				const page = ids.get(at) ?? (pages[at]?.clientIds ?? "").split(" ");
				ids.set(at, page);
				return page[place % CLIENTS_AT_ONCE] ?? "";
			});
		},
		keys: (places, imageId) =>
			places.map((place) => {
				const at = seedBytes * (place % CLIENTS_AT_ONCE);
				const { seeds } = pages[Math.floor(place / CLIENTS_AT_ONCE)] as ClientPage;
				return codewordKey(seeds.subarray(at, at + seedBytes), imageId);
			}),
	};
}

async function sumsOf(
	pictures: readonly WeighedPicture[],
	pages: readonly ClientPage[],
	threads: SearchThreads,
): Promise<Float64Array[]> {
	const parts =
		pages.length > 1
			? await Promise.all(pages.map(({ seeds }) => threads.score({ pictures, seeds })))
			: pages.map(({ seeds }) => sumScores(pictures, seeds));
	return pictures.map((_, picture) => joined(parts.map((part) => part[picture] ?? new Float64Array())));
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
