import { errorAnchor } from "./error-anchor.ts";
import type { ApiError } from "./errors.ts";
import type { Member } from "./members.ts";
import type { Group, Operation } from "./operations.ts";

/** A search result, with its anchor on the page. */
export interface Entry {
	/** Without `#`. */
	readonly anchor: string;
	readonly title: string;
	/** The call it belongs to, or its kind. */
	readonly context: string;
	readonly kind: "call" | "section" | "name" | "error";
	/** The searchable text, in lower case. */
	readonly text: string;
}

export interface Section {
	readonly id: string;
	readonly title: string;
}

/** Everything that can be searched for: calls, shared sections, errors, then parameters and members. */
export function searchEntries(
	groups: readonly Group[],
	sections: readonly Section[],
	errors: readonly ApiError[],
): readonly Entry[] {
	const operations = groups.flatMap((group) => group.operations);
	return [
		...operations.map(operationEntry),
		...sections.map(({ id, title }) => entry("section", id, title, "All calls", "")),
		...errors.map(({ code, status, when, message }) =>
			entry("error", errorAnchor(code), code, `Error ${status}`, `${status} ${when} ${message}`),
		),
		...operations.flatMap(nameEntries),
	];
}

const MOST = 40;

/** The entries that contain every word of a query, best match first: calls before names, and prefixes before other matches. */
export function found(entries: readonly Entry[], query: string): readonly Entry[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	return entries
		.filter(({ text }) => words.every((word) => text.includes(word)))
		.map((one, place) => ({ one, place, rank: rankOf(one, words) }))
		.toSorted((a, b) => a.rank - b.rank || a.place - b.place)
		.slice(0, MOST)
		.map(({ one }) => one);
}

function rankOf({ title }: Entry, words: readonly string[]): number {
	const lower = title.toLowerCase();
	if (lower === words.join(" ")) return 0;
	if (words.every((word) => lower.includes(word))) return 1;
	return 2;
}

function operationEntry({ id, method, path, summary, description }: Operation): Entry {
	return entry("call", id, summary, `${method} ${path}`, `${id} ${description}`);
}

/** Parameters and members of body and responses, each name once. */
function nameEntries({ id, parameters, body, answers, method, path }: Operation): readonly Entry[] {
	const members = [
		...parameters.flatMap((group) => group.members),
		...(body?.members ?? []),
		...answers.flatMap(({ members: inside = [], headers }) => [...headers, ...inside]),
	].flatMap(withInner);
	const byName = new Map(members.map((member) => [member.name, member]));
	return [...byName.values()].map(({ name, description, options }) =>
		entry("name", id, name, `${method} ${path}`, `${description} ${options.join(" ")}`),
	);
}

function withInner(member: Member): readonly Member[] {
	return [member, ...member.members.flatMap(withInner)];
}

function entry(kind: Entry["kind"], anchor: string, title: string, context: string, more: string): Entry {
	return { kind, anchor, title, context, text: `${title} ${context} ${more}`.toLowerCase() };
}
