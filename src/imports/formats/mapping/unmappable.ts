import { findSources } from "../../sources/sources.ts";
import { headerProblem, type TableChoices } from "../metadata-table.ts";

/** What is wrong with the first table without one of the mapped columns; undefined if they all have them. */
export async function unmappable(
	paths: readonly string[],
	choices: TableChoices,
): Promise<string | undefined> {
	for await (const source of findSources(paths)) {
		if (source.kind !== "metadata" || source.format !== "table") continue;
		const problem = await headerProblem(source.chunks(), choices);
		if (problem !== undefined) return `${source.source}: ${problem}`;
	}
	return undefined;
}
