/** The name that a statement is prepared under; `undefined` for one that is not worth it yet. */
export type StatementNames = (text: string) => string | undefined;

/** Every connection keeps every named statement until it is closed, so there must not be ever more of them. */
const NAMED_LIMIT = 200;
const WATCHED_LIMIT = 1000;

/** Names statements when they come for the second time: queries with a varying number of values seldom do. */
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
