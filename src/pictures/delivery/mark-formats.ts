import { randomBytes } from "node:crypto";
import { type GlobalMark, globalMark } from "@packshot/marking/deliver";
import type { Database } from "../../platform/db/database.ts";
import { ensureServiceState } from "../../platform/service-state.ts";

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

/** Name in `service_state`. */
export const GLOBAL_MARK_SEED = "global_mark_seed";

/**
 * The 32 random bytes from which the installation's global codewords are derived, created when first needed. Like clients' mark seeds
 * they are stored in the database: after rotating other secrets, delivered files must still be recognised.
 */
export async function globalMarkSeed(db: Database): Promise<Uint8Array> {
	const newSeed = () => randomBytes(32).toString("base64url");
	return Buffer.from(await ensureServiceState(db, GLOBAL_MARK_SEED, newSeed), "base64url");
}
