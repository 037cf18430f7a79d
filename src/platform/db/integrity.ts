import { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** What the engine finds wrong with its own file; nothing where a server keeps it. */
export async function integrityFaults({ scan, traits }: Database): Promise<string[]> {
	if (traits.integrityCheck === undefined) return [];
	const { rows } = await scan.executeQuery<Record<string, string>>(CompiledQuery.raw(traits.integrityCheck));
	return rows.flatMap((row) => Object.values(row)).filter((line) => line !== "ok");
}
