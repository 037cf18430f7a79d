/** `1 row`, `2 rows`: a number with its noun, for nouns with a regular plural. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
