import MiniSearch from "minisearch";

/** A passage of the documentation, as written by the build. */
export interface Passage {
	readonly url: string;
	readonly page: string;
	readonly heading: string;
	readonly text: string;
}

/** A matching passage, with the words that match. */
export interface Found extends Passage {
	readonly terms: readonly string[];
}

const MOST_RESULTS = 20;

/** Pages whose passages rank below those of all others. */
const FOR_CONTRIBUTORS = /^\/docs\/(decisions|contributing|architecture|changelog)/;

/**
 * @returns a search function. It finds passages that contain every word of a text, exactly, as a prefix or nearly; if there are none, those
 * that contain some.
 */
export function createIndex(passages: readonly Passage[]): (text: string) => readonly Found[] {
	const index = new MiniSearch<Passage & { id: number }>({
		fields: ["heading", "page", "text"],
		storeFields: ["url", "page", "heading", "text"],
		searchOptions: {
			boost: { heading: 4, page: 2 },
			boostDocument: (_id, _term, stored) => (FOR_CONTRIBUTORS.test(String(stored?.url)) ? 0.3 : 1),
			prefix: true,
			fuzzy: (term) => (term.length > 4 ? 0.2 : false),
		},
	});
	index.addAll(passages.map((passage, id) => ({ id, ...passage })));
	return (text) => {
		const all = index.search(text, { combineWith: "AND" });
		const results = all.length > 0 ? all : index.search(text, { combineWith: "OR" });
		return results
			.slice(0, MOST_RESULTS)
			.map(({ url, page, heading, text, terms }) => ({ url, page, heading, text, terms }));
	};
}

const SHOWN_LENGTH = 140;

/** An excerpt around the first match, cut at word boundaries: non-matching and matching parts alternate, the first being non-matching. */
export function excerptOf({ text, terms }: Pick<Found, "text" | "terms">): readonly string[] {
	const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	if (words.length === 0) return [text.slice(0, SHOWN_LENGTH)];
	const fitting = new RegExp(`(${words.join("|")})`, "iu");
	const first = Math.max(0, text.search(fitting));
	const begin = first < 50 ? 0 : text.indexOf(" ", first - 50) + 1;
	const end = begin + SHOWN_LENGTH < text.length ? text.lastIndexOf(" ", begin + SHOWN_LENGTH) : text.length;
	const piece = text.slice(begin, Math.max(end, first));
	const parts = piece.split(new RegExp(fitting, "giu"));
	return [`${begin > 0 ? "… " : ""}${parts[0]}`, ...parts.slice(1)];
}
