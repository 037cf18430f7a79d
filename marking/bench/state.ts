import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./attempt.ts";
import type { Visibility } from "./invisibility.ts";

/** Where a run stores its intermediate results. */
export interface StatePlaces {
	readonly pictures: string;
	readonly outcomes: string;
	readonly visibilities: string;
}

/** Opens the folder of a run. Without `resume`, earlier measurements are deleted. */
export function openState(folder: string, resume: boolean): StatePlaces {
	if (!resume) rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return {
		pictures: join(folder, "pictures"),
		outcomes: join(folder, "outcomes.ndjson"),
		visibilities: join(folder, "visibilities.ndjson"),
	};
}

/** Everything measured so far. */
export function readOutcomes(state: StatePlaces): { outcomes: Outcome[]; visibilities: Visibility[] } {
	return { outcomes: readLines(state.outcomes), visibilities: readLines(state.visibilities) };
}

function readLines<T>(file: string): T[] {
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, "utf8").split("\n");
	return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
