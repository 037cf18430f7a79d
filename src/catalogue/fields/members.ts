/** The JSON text of an object without its braces; such texts joined by commas make one object. */
export function membersText(value: object): string {
	return JSON.stringify(value).slice(1, -1);
}

/** The object whose members a text holds: the inverse of `membersText`. */
export function parseMembers<Value>(text: string): Value {
	return JSON.parse(`{${text}}`) as Value;
}
