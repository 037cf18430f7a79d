import { hash } from "node:crypto";

const DIGITS = 12;

/**
 * A 48-bit number that stands for a text: the start of its SHA-256. It keeps an index of a million products narrow, however long brand names are.
 * Among 100,000 different texts, the chance that any two share a number is 1 in 56,000.
 */
export function textNumber(text: string): number {
	return Number.parseInt(hash("sha256", text, "hex").slice(0, DIGITS), 16);
}
