import type { Check, Examined, Finding } from "./platform/check.ts";
import { rooms } from "./rooms.ts";

export type Found = Finding & Pick<Check, "name" | "title">;

/** Runs every check of every room, one after the other. */
export async function examine(examined: Omit<Examined, "blobPrefixes">): Promise<readonly Found[]> {
	const checks = await Promise.all(rooms.map(({ checks }) => checks?.() ?? []));
	const blobPrefixes = rooms.flatMap(({ blobPrefix }) => blobPrefix ?? []);
	const found: Found[] = [];
	for (const check of checks.flat()) {
		found.push({ ...check, ...(await check.examine({ ...examined, blobPrefixes })) });
	}
	return found;
}

export function isHealthy(found: readonly Found[]): boolean {
	return found.every(({ faults = [] }) => faults.length === 0);
}

/** What was found, line by line. */
export function reports(found: readonly Found[]): string[] {
	return found.flatMap(({ name, title = name, fine, faults = [], notes = [] }) => [
		...(faults.length > 0 ? [`WRONG  ${title}:`, ...faults.map(indented)] : []),
		...(faults.length === 0 && fine !== undefined ? [`ok     ${title}: ${fine}`] : []),
		...notes.flatMap(([head, ...lines]) => [`note   ${head}`, ...lines.map(indented)]),
	]);
}

function indented(line: string): string {
	return `       ${line}`;
}
