/** Possible quality notes with their wording, in the order in which they are stored and shown. */
const WORDS = {
	blurred: "blurred",
	too_dark: "too dark",
	overexposed: "overexposed",
	under_500_px: "under 500 px",
	not_centred: "not centred",
	small_in_picture: "small in the picture",
	clipped: "clipped at the edge",
	background_not_white: "background not white",
} as const;

export type QualityNote = keyof typeof WORDS;

/** The stored form of quality notes: separated by commas, empty if there are none. */
export function storedNotes(notes: readonly QualityNote[]): string {
	return notes.join(",");
}

/** Parses the stored form. */
export function readNotes(stored: string): QualityNote[] {
	const names = new Set(stored.split(","));
	return ALL_NOTES.filter((note) => names.has(note));
}

/** Every note that there is. */
export const ALL_NOTES = Object.keys(WORDS) as QualityNote[];

/** Notes that only another photograph cures; the others can be lived with, or cured by cropping. */
const TO_RETAKE: readonly QualityNote[] = ["blurred", "too_dark", "overexposed", "under_500_px", "clipped"];

/** One verdict in plain words: `Photograph it again: blurred, not centred`. */
export function verdictOf(notes: readonly QualityNote[]): string {
	if (notes.length === 0) return "Good";
	return `${isToRetake(notes) ? "Photograph it again" : "Usable"}: ${notesInWords(notes)}`;
}

/** Whether only another photograph helps. */
export function isToRetake(notes: readonly QualityNote[]): boolean {
	return notes.some((note) => TO_RETAKE.includes(note));
}

/** In words: `blurred, under 500 px`. */
export function notesInWords(notes: readonly QualityNote[]): string {
	return notes.map((note) => WORDS[note]).join(", ");
}

/** How many pictures have each note: `2 blurred, 1 under 500 px`. */
export function countedNotes(pictures: readonly { readonly notes: readonly QualityNote[] }[]): string {
	const count = (note: QualityNote) => pictures.filter(({ notes }) => notes.includes(note)).length;
	return ALL_NOTES.filter((note) => count(note) > 0)
		.map((note) => `${count(note)} ${WORDS[note]}`)
		.join(", ");
}
