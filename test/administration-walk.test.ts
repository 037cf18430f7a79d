import { expect, test } from "vitest";
import { type Ask, walk } from "../bench/administration/walk.ts";
import { type RouteName, routes } from "../src/portal/contract.ts";
import type { PortalRoute } from "../src/portal/http/contract.ts";

const filled = { clientId: "ps_client_1", barcode: "4011", nowMs: Date.UTC(2027, 0, 1), entries: 1000 };
const walked = Object.entries(walk(filled)) as [RouteName, readonly Ask[] | string][];

/** Query parameters that are taken from an earlier answer. */
const BY_PLACE = { next: ["after", "cursor"], last: ["page"] } as const;

test("every GET route is timed with a large data set or has a reason not to be", () => {
	const reading = (Object.keys(routes) as RouteName[]).filter((name) => name.startsWith("GET "));
	expect(walked.map(([name]) => name).sort()).toEqual(reading.sort());
	for (const [name, asks] of walked) expect(asks.length, name).toBeGreaterThan(0);
});

test.each(walked.filter(([, asks]) => typeof asks !== "string"))(
	"%s is timed with all of its parameters",
	(name, asks) => {
		const { query } = routes[name] as PortalRoute;
		const given = (asks as readonly Ask[]).flatMap((ask) => [
			...Object.keys(ask.query ?? {}),
			...(ask.place ? BY_PLACE[ask.place] : []),
		]);
		const left = Object.keys(query?.properties ?? {}).filter((parameter) => !given.includes(parameter));
		expect(left).toEqual([]);
	},
);
