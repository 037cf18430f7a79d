/** Maps a statement to the name it is prepared under; `undefined` if it is not worth preparing yet. */
export type StatementNames = (text: string) => string | undefined;

/** Every connection keeps every named statement until it is closed, so their number must be bounded. */
const NAMED_LIMIT = 200;
const WATCHED_LIMIT = 1000;

/** Names statements on their second use: queries with a varying number of values rarely get that far. */
export function statementNames(): StatementNames {
	const names = new Map<string, string>();
	const seen = new Set<string>();
	return (text) => {
		const known = names.get(text);
		if (known || names.size >= NAMED_LIMIT) return known;
		if (!seen.has(text)) {
			if (seen.size >= WATCHED_LIMIT) seen.clear();
			seen.add(text);
			return undefined;
		}
		const name = `packshot_${names.size + 1}`;
		names.set(text, name);
		return name;
	};
}
