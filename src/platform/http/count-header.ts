/**
 * How often a header is in a list that alternates names and values: Node.js keeps only the first of some in `headers`.
 * @param name in lower case
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
	let count = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const given = rawHeaders[at];
		if (given?.length === name.length && given.toLowerCase() === name) count++;
	}
	return count;
}
