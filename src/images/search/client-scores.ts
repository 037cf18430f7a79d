import type { ClientScores } from "@packshot/marking/attribute";
import { seedBytes, sumScores, type WeighedPicture } from "@packshot/marking/search";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { createSearchThreads } from "./search-threads.ts";

/** Some clients in the order of their ids, packed by the database: a million rows of their own would take seconds. */
interface ClientPage {
	readonly clientIds: string;
	/** Their mark seeds, one after the other. */
	readonly seeds: Uint8Array;
}

const CLIENTS_AT_ONCE = 10_000;

/** Candidates that a report may name; more colluders than this are not told apart by any mark. */
const MOST_CANDIDATES = 1000;

/** Every client that ever existed, scored in a thread per core unless they are few. */
export async function readClientScores(db: Database): Promise<ClientScores> {
	const pages: ClientPage[] = [];
	for (let after = ""; ; ) {
		const page = await readPage(db, after);
		if (!page) break;
		pages.push(page);
		after = page.clientIds.slice(page.clientIds.lastIndexOf(" ") + 1);
		if (page.seeds.length < CLIENTS_AT_ONCE * seedBytes) break;
	}
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

async function readPage(db: Database, after: string): Promise<ClientPage | undefined> {
	const { rows } = await sql<{ ids: string | null; seeds: string | null }>`select
		string_agg(client_id, ' ' order by client_id) as ids,
		string_agg(${sql.raw(db.traits.hexOf("mark_seed"))}, '' order by client_id) as seeds
		from (select client_id, mark_seed from client where client_id > ${after}
			order by client_id limit ${sql.lit(CLIENTS_AT_ONCE)}) as page`.execute(db.scan);
	const { ids, seeds } = rows[0] ?? {};
	return ids && seeds ? { clientIds: ids, seeds: new Uint8Array(Buffer.from(seeds, "hex")) } : undefined;
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
