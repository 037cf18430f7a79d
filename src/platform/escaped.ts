const ENTITIES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		'"': "&quot;",
		"'": "&#39;",
	}),
);

/** A text as it stands in HTML or XML, between tags and in quoted attributes alike. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}
