/** A name as part of a text, where no element can be put around it: a Hebrew one would move the numbers and brackets next to it, or turn the whole field. */
export function isolated(name: string): string {
	return `\u200e\u2068${name}\u2069`;
}
