/** `1 picture`, `2 pictures`: a number with its noun, whose plural takes an s. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
