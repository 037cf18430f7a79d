/** Serialises a query for the service: lists with commas, times in ISO 8601; undefined values are omitted. */
export function queryString(query: object): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.set(name, written(value));
	}
	const text = parameters.toString();
	return text && `?${text}`;
}

function written(value: unknown): string {
	if (value instanceof Date) return value.toISOString();
	return Array.isArray(value) ? value.join(",") : String(value);
}
