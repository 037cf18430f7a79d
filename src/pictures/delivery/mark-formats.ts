import { randomBytes } from "node:crypto";
import { type GlobalMark, globalMark } from "@packshot/marking/deliver";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { initServiceState } from "../../platform/service-state.ts";

/**
 * How the cells of a delivered file are allocated. 1: all carry the client's codeword, as in everything delivered before the global
 * codeword was introduced. 2: about one in ten is reserved for the global codeword (SPEC E2). Base and cells are the same: only the
 * codewords differ, so each delivery records its own format.
 */
export const currentMarkFormat = 2;

/** The reserved cells of a picture in files of this format; `null` stands for deliveries that recorded none. */
export function reservedIn(
	format: number | null,
	seed: Uint8Array,
	markId: string,
	cellCount: number,
): GlobalMark | undefined {
	return (format ?? 1) >= 2 ? globalMark(seed, markId, cellCount) : undefined;
}

const SEED = "global_mark_seed";

/** Stores the seed of the global codeword, unless there is one. */
export const keepGlobalMarkSeed = command<{ readonly seed: string }, undefined>(
	"images.keep_global_mark_seed",
	async (tx, { seed }) => {
		await initServiceState(tx, SEED, seed);
		return undefined;
	},
);

/**
 * The 32 random bytes from which the installation's global codewords are derived, created when first needed. Like clients' mark seeds
 * they are stored in the database: after rotating other secrets, delivered files must still be recognised.
 */
export async function globalMarkSeed(db: Database): Promise<Uint8Array> {
	const kept = await storedSeed(db);
	if (kept) return kept;
	await db.write(keepGlobalMarkSeed, { seed: randomBytes(32).toString("base64url") });
	const seed = await storedSeed(db);
	if (!seed) throw new Error("the seed of the global codeword was not stored");
	return seed;
}

async function storedSeed(db: Database): Promise<Uint8Array | undefined> {
	const row = await findRow(db.read, "service_state", { name: SEED }, ["value"]);
	return row && Buffer.from(row.value, "base64url");
}
