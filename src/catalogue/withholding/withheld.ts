/** The part of a hechsher that rules look at. */
interface Named {
	readonly symbol?: unknown;
	readonly additional_designation?: unknown;
}

/** Which hechshers an alert withholds: all of a symbol, or those of them with one additional designation. */
export interface WithheldHechsher {
	readonly symbol: string;
	readonly designation: string | null;
}

/** Rules as they are stored: in one order, each once, so that equal ones have equal texts; null for none. */
export function withheldText(rules: readonly WithheldHechsher[]): string | null {
	const pairs = rules.map(({ symbol, designation }) => JSON.stringify([symbol, designation]));
	const distinct = [...new Set(pairs)].sort();
	return distinct.length === 0 ? null : `[${distinct.join(",")}]`;
}

export function withheldRules(text: string | null): WithheldHechsher[] {
	const pairs: [string, string | null][] = text === null ? [] : JSON.parse(text);
	return pairs.map(([symbol, designation]) => ({ symbol, designation }));
}

/** Whether one of the rules names a hechsher. Case matters, because symbols of different agencies differ in nothing else; spaces around them do not. */
export function isWithheld(rules: readonly WithheldHechsher[], hechsher: Named): boolean {
	const [symbol, designation] = [hechsher.symbol, hechsher.additional_designation].map(trimmed);
	return rules.some(
		(rule) =>
			trimmed(rule.symbol) === symbol &&
			(rule.designation === null || trimmed(rule.designation) === designation),
	);
}

function trimmed(value: unknown): string {
	return typeof value === "string" ? value.trim() : "";
}
