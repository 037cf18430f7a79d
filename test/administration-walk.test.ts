import { expect, test } from "vitest";
import { walk } from "../bench/administration/walk.ts";
import type { PortalRoute } from "../src/pages/contract.ts";
import { routes } from "./support/routes.ts";

const filled = { clientId: "ps_client_1", barcode: "4011", nowMs: Date.UTC(2027, 0, 1), entries: 1000 };
const walked = [...walk(filled)];

/** Query parameters that are taken from an earlier answer. */
const BY_PLACE = { next: ["after", "cursor"], last: ["page"] } as const;

test("every GET route is timed with a large data set or has a reason not to be", () => {
	expect(walked.length).toBeGreaterThan(70);
	for (const [name, asks] of walked) expect(asks.length, name).toBeGreaterThan(0);
});

test.each(walked.flatMap(([name, asks]) => (typeof asks === "string" ? [] : [[name, asks] as const])))(
	"%s is timed with all of its parameters",
	(name, asks) => {
		const { query } = routes[name] as PortalRoute;
		const given = asks.flatMap((ask) => [
			...Object.keys(ask.query ?? {}),
			...(ask.place ? BY_PLACE[ask.place] : []),
		]);
		const left = Object.keys(query?.properties ?? {}).filter((parameter) => !given.includes(parameter));
		expect(left).toEqual([]);
	},
);
