import bidiFactory from "bidi-js";

/** The types describe an ES module; Node.js is given CommonJS, whose default export is the factory itself. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/**
 * Characters of one line in the order they are drawn from left to right, by the Unicode Bidirectional Algorithm (UAX #9); the first
 * strong character says which way the line runs. Combining marks are dropped after composition: text outlines place no marks.
 */
export function visualOrder(text: string): string[] {
	const line = text
		.normalize("NFC")
		.replace(/[\p{Mn}\p{Cf}]/gu, "")
		.replace(/\s/gu, " ");
	if (!/\p{Script=Hebrew}/u.test(line)) return [...line];
	return [...bidi.getReorderedString(line, bidi.getEmbeddingLevels(line))];
}
