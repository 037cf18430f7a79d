import { expect, test } from "vitest";
import { countedNotes, notesInWords, readNotes, storedNotes, verdictOf } from "./quality-notes.ts";

test("notes are read back as stored; no notes are stored as an empty string", () => {
	for (const notes of [[], ["blurred"], ["under_500_px", "clipped", "background_not_white"]] as const) {
		expect(readNotes(storedNotes(notes))).toEqual(notes);
	}
	expect(storedNotes([])).toBe("");
});

test("a note that this version does not know is left out", () => {
	expect(readNotes("blurred,crooked")).toEqual(["blurred"]);
});

test("one verdict says whether another photograph is needed, and why", () => {
	expect(verdictOf([])).toBe("Good");
	expect(verdictOf(["not_centred", "background_not_white"])).toBe(
		"Usable: not centred, background not white",
	);
	expect(verdictOf(["blurred", "not_centred"])).toBe("Photograph it again: blurred, not centred");
});

test("notes are described in words and counted", () => {
	expect(notesInWords(["under_500_px", "not_centred"])).toBe("under 500 px, not centred");
	expect(countedNotes([{ notes: ["clipped", "blurred"] }, { notes: ["blurred"] }, { notes: [] }])).toBe(
		"2 blurred, 1 clipped at the edge",
	);
});
