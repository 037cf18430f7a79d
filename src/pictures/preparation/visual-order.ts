import bidiFactory from "bidi-js";

/** The types describe an ES module; Node.js is given CommonJS, whose default export is the factory itself. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/**
 * Characters of one line in the order in which they are drawn from left to right, by the Unicode Bidirectional Algorithm (UAX #9); the first
 * strong character sets the direction of the line. After composition, combining marks are dropped: text outlines cannot place them.
 */
export function visualOrder(text: string): string[] {
	const line = text
		.normalize("NFC")
		.replace(/[\p{Mn}\p{Cf}]/gu, "")
		.replace(/\s/gu, " ");
	if (!/\p{Script=Hebrew}/u.test(line)) return [...line];
	return [...bidi.getReorderedString(line, bidi.getEmbeddingLevels(line))];
}
