/** Whether a stored text is JSON of an object, an array or nothing. */
export function isReadableJson(text: string | null): boolean {
	try {
		return typeof JSON.parse(text ?? "null") === "object";
	} catch {
		return false;
	}
}
