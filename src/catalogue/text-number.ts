import { hash } from "node:crypto";

const DIGITS = 12;

/**
 * A number of 48 bits that stands for a text: the start of its SHA-256. An index of a million products stays narrow with it, whatever
 * brands are called. Among 100,000 different texts the chance that any two share a number is 1 in 56,000.
 */
export function textNumber(text: string): number {
	return Number.parseInt(hash("sha256", text, "hex").slice(0, DIGITS), 16);
}
