/** Whether a stored text is the JSON of an object or an array, or null. */
export function isReadableJson(text: string | null): boolean {
	try {
		return typeof JSON.parse(text ?? "null") === "object";
	} catch {
		return false;
	}
}
