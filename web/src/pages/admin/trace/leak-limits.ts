/** Limits of the service for one case (`LEAK_BYTES`, `MOST_LEAKS`). */
export const MOST_LEAKS = 10;
const MOST_MEGABYTES = 20;

/** Why these files cannot be the leaks of one case. */
export function leaksProblem(files: readonly Pick<File, "name" | "size">[]): string | undefined {
	if (files.length > MOST_LEAKS)
		return `A case can have at most ${MOST_LEAKS} leaks; you chose ${files.length}.`;
	const large = files.find(({ size }) => size > MOST_MEGABYTES * 1024 * 1024);
	if (large) return `${large.name} is larger than ${MOST_MEGABYTES} MB.`;
	const empty = files.find(({ size }) => size === 0);
	return empty ? `${empty.name} is empty.` : undefined;
}
