import { METADATA_KEYS } from "./fields.ts";

/** Longer texts are not typing errors, and comparing them would only cost time. */
const LONGEST_COMPARED = 64;

/** The valid metadata key that a mistyped one most resembles; null if none is similar. A field without its scope (`calories`) resembles its full key. */
export function nearestKey(mistyped: string): string | null {
	return nearestTo(mistyped, METADATA_KEYS);
}

/** The same among any names of fields in scopes. */
export function nearestTo(mistyped: string, keys: Iterable<string>): string | null {
	const typed = mistyped.trim().toLowerCase();
	if (typed.length === 0 || typed.length > LONGEST_COMPARED) return null;
	const tolerance = Math.max(1, Math.floor(typed.length / 3));
	let best: string | null = null;
	let bestDistance = tolerance + 1;
	for (const key of keys) {
		const field = key.slice(key.indexOf(".") + 1);
		const distance = Math.min(editDistance(typed, key), editDistance(typed, field));
		if (distance < bestDistance) {
			best = key;
			bestDistance = distance;
		}
	}
	return best;
}

/** Levenshtein distance: the number of characters that have to be inserted, deleted or replaced to turn one text into the other. */
export function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let line = 1; line <= from.length; line++) {
		const next = [line];
		for (let column = 1; column <= to.length; column++) {
			const replaced = at(row, column - 1) + (from[line - 1] === to[column - 1] ? 0 : 1);
			next.push(Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1));
		}
		row = next;
	}
	return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
	return row[column] ?? Number.POSITIVE_INFINITY;
}
