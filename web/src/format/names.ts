/** The name that pictures have whose import was not given any. */
const UNNAMED = "zip_upload";

/** The name of an import's batch; null if nobody gave it one. */
export function batchName(batch: string): string | null {
	return batch === UNNAMED ? null : batch;
}

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
