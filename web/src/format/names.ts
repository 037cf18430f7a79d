/** What is wrong with a name; null if nothing is. */
export function nameProblem(name: string): string | null {
	const { length } = [...name.trim()];
	return length > 0 && length <= 200 ? null : "Enter a name of 1 to 200 characters.";
}

/** What is wrong with a required note; null if nothing is. */
export function noteProblem(note: string): string | null {
	const { length } = [...note.trim()];
	return length > 0 && length <= 500 ? null : "Write a line or two, up to 500 characters.";
}
