/** Says why a value does not fit, naming its key and what was expected; null when it fits. */
export type Check = (value: unknown, key: string) => string | null;

/** Neither column nor client can hold these: NUL (PostgreSQL refuses it) and halves of surrogate pairs. */
const UNSTORABLE = /[\0\p{Cs}]/u;

const LONGEST_QUOTED = 40;

/** A text, or null. */
export const textOrNull: Check = (value, key) =>
	value === null ? null : checkText(value, key, "a text or null");

/** A text that is not empty. */
export const filledText: Check = (value, key) =>
	value === "" ? refusal(key, "a text that is not empty", value) : checkText(value, key, "a text");

/** A real boolean. */
export const flag: Check = (value, key) =>
	typeof value === "boolean" ? null : refusal(key, "true or false", value);

/** One of a list of texts, or null. */
export function oneOfOrNull(allowed: readonly string[]): Check {
	const values = new Set<unknown>(allowed);
	const expected = `one of ${allowed.filter((value) => value !== "").join(", ")} or null`;
	return (value, key) => (value === null || values.has(value) ? null : refusal(key, expected, value));
}

/** Whatever fits the other check, or null. */
export function orNull(check: Check): Check {
	return (value, key) => (value === null ? null : check(value, key));
}

/** A list whose items all fit. */
export function listOf(check: Check): Check {
	return (value, key) => {
		if (!Array.isArray(value)) return refusal(key, "a list", value);
		for (const [index, item] of value.entries()) {
			const reason = check(item, `${key}[${index}]`);
			if (reason !== null) return reason;
		}
		return null;
	};
}

/** An object with no other keys than these, each of which fits; `required` have to be there. */
export function objectOf(checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
	const known = new Map(Object.entries(checks));
	return (value, key) => {
		if (!isObject(value)) return refusal(key, "an object", value);
		for (const [name, member] of Object.entries(value)) {
			const path = key === "" ? name : `${key}.${name}`;
			const check = known.get(name);
			if (check === undefined) return `${quoted(path)} is an unknown key`;
			const reason = check(member, path);
			if (reason !== null) return reason;
		}
		const missing = required.find((name) => !Object.hasOwn(value, name));
		return missing === undefined ? null : `${key === "" ? missing : `${key}.${missing}`} is missing`;
	};
}

/** The sentence that refuses a value: its key, what was expected, what was found. */
export function refusal(key: string, expected: string, found: unknown): string {
	return `${key === "" ? "the line" : key}: expected ${expected}, found ${described(found)}`;
}

/** A text in quotes, cut short, with control characters escaped, fit for a terminal. */
export function quoted(text: string): string {
	return JSON.stringify(text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text);
}

function checkText(value: unknown, key: string, expected: string): string | null {
	if (typeof value !== "string") return refusal(key, expected, value);
	if (!UNSTORABLE.test(value)) return null;
	return `${key}: expected a text without NUL characters and broken Unicode`;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function described(value: unknown): string {
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object" && value !== null) return "an object";
	return String(value);
}
