import type { Browser } from "../../test/support/portal.ts";
import { middleTime } from "../listing-times.ts";
import { type Ask, type Filled, type ReadRoute, walk } from "./walk.ts";

export interface TimedAsk {
	readonly what: string;
	/** Median over the rounds. */
	readonly milliseconds: number;
}

/** Times every request of the walk, one after the other. @throws Error for an unsuccessful answer. */
export async function timeWalk(
	person: Pick<Browser, "ask">,
	filled: Filled,
	rounds: number,
): Promise<TimedAsk[]> {
	const timed: TimedAsk[] = [];
	for (const [route, asks] of walk(filled))
		if (typeof asks !== "string")
			for (const ask of asks) timed.push(await timeAsk(person, route, ask, rounds));
	return timed;
}

async function timeAsk(
	person: Pick<Browser, "ask">,
	route: ReadRoute,
	{ path, query, place }: Ask,
	rounds: number,
): Promise<TimedAsk> {
	const visit = async (asked: Readonly<Record<string, string>> | undefined) => {
		const startedAt = performance.now();
		const call = { ...(path ? { path } : {}), ...(asked ? { query: asked } : {}) };
		const { status, text, body } = await person.ask(route, call);
		if (status !== 200) throw new Error(`${route} ${JSON.stringify(call)} answered ${status}: ${text}`);
		return { milliseconds: performance.now() - startedAt, body };
	};
	const asked = place ? { ...query, ...placeOf(place, (await visit(query)).body) } : query;
	const milliseconds = await middleTime(() => visit(asked), rounds);
	const { barcode, kind, import_id } = path ?? {};
	const about = [barcode, kind, import_id].flatMap((text) => text ?? []).join(" ");
	return { what: `${route} ${about} ${JSON.stringify(asked ?? {})}`, milliseconds };
}

/** Query for the next or the last page of a list, from its first answer. */
function placeOf(
	place: NonNullable<Ask["place"]>,
	// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
	body: any,
): Record<string, string> {
	if (place === "last") return { page: String(Math.max(1, body.pagination.total_pages)) };
	if ("next_cursor" in body) return body.next_cursor === null ? {} : { cursor: body.next_cursor };
	return body.next === null ? {} : { after: String(body.next) };
}
