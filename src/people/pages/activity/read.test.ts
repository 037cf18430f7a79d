import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../../test/support/engines.ts";
import { type EventFilter, type EventPosition, readEvents } from "./read.ts";

const EVENTS = 40;
const PERSONS = 4;
const CLIENTS = 5;

describe.each(engines)("events on $name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
		// Two events at each moment; one in eight has neither a person nor a key.
		const rows = Array.from({ length: EVENTS }, (_, i) => {
			const own = i % 8 === 0 ? ["null", "null"] : [`'person_${i % PERSONS}'`, `'client_${i % CLIENTS}'`];
			return `(${Math.floor(i / 2)}, ${own[0]}, 'key.changed', 'subject_${i % 3}', ${own[1]}, null, '192.0.2.${i % 2}', 'req_${i}')`;
		});
		await engine.execute(`insert into portal_event (at, account_id, action, subject, client_id, detail, address, request_id)
			values ${rows.join(", ")}`);
	});
	afterAll(() => engine.close());

	/** All request ids, over all pages, and the number of pages. */
	async function walked(filter: EventFilter, mostLookedAt?: number) {
		const ids: string[] = [];
		let pages = 0;
		for (let after: EventPosition | undefined; ; pages++) {
			const paging = { after, limit: 3, ...(mostLookedAt === undefined ? {} : { mostLookedAt }) };
			const { events, next } = await readEvents(engine.db, filter, paging);
			expect(events.length).toBeLessThanOrEqual(3);
			ids.push(...events.map(({ request_id }) => request_id));
			if (!next) return { ids, pages: pages + 1 };
			after = next;
		}
	}

	/** The matching events, newest first, computed without the database. */
	const expected = ({
		accountIds,
		clientIds,
		subject,
		requestId,
		address,
		startMs = 0,
		endMs = EVENTS,
	}: EventFilter) =>
		Array.from({ length: EVENTS }, (_, i) => EVENTS - 1 - i)
			.filter((i) => (accountIds ? i % 8 !== 0 && accountIds.includes(`person_${i % PERSONS}`) : true))
			.filter((i) => (clientIds ? i % 8 !== 0 && clientIds.includes(`client_${i % CLIENTS}`) : true))
			.filter((i) => subject === undefined || subject === `subject_${i % 3}`)
			.filter((i) => requestId === undefined || requestId === `req_${i}`)
			.filter((i) => address === undefined || address === `192.0.2.${i % 2}`)
			.filter((i) => Math.floor(i / 2) >= startMs && Math.floor(i / 2) < endMs)
			.map((i) => `req_${i}`);

	test.each<EventFilter>([
		{},
		{ startMs: 3, endMs: 12 },
		{ accountIds: ["person_1"] },
		{ accountIds: ["person_1", "person_2"], clientIds: ["client_1", "client_2", "client_4"] },
		{ accountIds: [] },
		{ accountIds: [], clientIds: ["client_1"] },
		{ subject: "subject_1", address: "192.0.2.1" },
		{ clientIds: ["client_3"], address: "192.0.2.0", startMs: 2 },
		{ accountIds: ["person_3"], address: "192.0.2.0" },
		{ requestId: "req_7", subject: "subject_1" },
		{ requestId: "req_7", subject: "subject_2" },
	])("matching %j are found page by page, each once, however few are examined per page", async (filter) => {
		const every = expected(filter);
		expect((await walked(filter)).ids).toEqual(every);
		for (const mostLookedAt of [1, 2, 7]) expect((await walked(filter, mostLookedAt)).ids).toEqual(every);
	});

	test("are not all examined for one page when none matches both conditions", async () => {
		const { ids, pages } = await walked({ accountIds: ["person_3"], address: "192.0.2.0" }, 2);
		expect(ids).toEqual([]);
		expect(pages).toBeGreaterThan(2);
	});
});
