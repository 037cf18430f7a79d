import { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** Faults that the engine finds in its own file; empty where a server manages the files. */
export async function integrityFaults({ scan, traits }: Database): Promise<string[]> {
	if (traits.integrityCheck === undefined) return [];
	const { rows } = await scan.executeQuery<Record<string, string>>(CompiledQuery.raw(traits.integrityCheck));
	return rows.flatMap((row) => Object.values(row)).filter((line) => line !== "ok");
}
