/** What is wrong with a name; null if nothing is. */
export function nameProblem(name: string): string | null {
	const { length } = [...name.trim()];
	return length > 0 && length <= 200 ? null : "Enter a name of 1 to 200 characters.";
}

/** What is wrong with a note that has to be there; null if nothing is. */
export function noteProblem(note: string): string | null {
	const { length } = [...note.trim()];
	return length > 0 && length <= 500 ? null : "Write a line or two, of at most 500 characters.";
}
