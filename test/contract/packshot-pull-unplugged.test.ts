import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refresh } from "../../pull/src/refresh.ts";
import type { Fetch } from "../../sdk/src/index.ts";
import { WHOLE } from "../support/orders.ts";
import {
	ALL_OF_IT,
	emptyFolder,
	filesIn,
	LIST,
	pulled,
	spentBy,
	startListService,
	surroundingsOf,
} from "../support/pulling.ts";
import type { TestService } from "../support/service.ts";

/** The cable is pulled while a certain request is on its way, and stays out until the command has given up. */

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");

/** @param at which request. @param isSent whether the service gets it before its answer is lost. @param before how many of these pass */
function cable(at: (request: string) => boolean, isSent: boolean, before = 0): Fetch {
	let isOut = false;
	let passed = 0;
	return async (url, init) => {
		const isThis = at(`${init?.method ?? "GET"} ${new URL(url).pathname}`) && passed++ >= before;
		if (!isOut && !isThis) return fetch(url, init);
		if (!isOut && isSent) await (await fetch(url, init)).arrayBuffer();
		isOut = true;
		const cause = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
		throw new TypeError("fetch failed", { cause });
	};
}

const isPicture = (request: string) => request.includes("/image/");

test.each([
	["signing in", /\/auth\/token$/, false],
	["the quote", /POST .*\/orders\/quote$/, true],
	["an order that does not arrive", /POST .*\/orders$/, false],
	["an order whose answer is lost", /POST .*\/orders$/, true],
	["the list of what was bought", /\/orders\/ord_\w+\/products$/, true],
])(
	"pulled during %s, nothing is lost or paid for twice, and the cause is named",
	async (_where, at, isSent) => {
		const client = await newClient();
		const [out, undisturbed] = [emptyFolder(), emptyFolder()];
		const fetch = cable((request) => at.test(request), isSent);
		await expect(pulled(service, client, out, { list: LIST, fetch }).running).rejects.toThrow(
			/^(GET|POST) \/\S+: no answer came \(ECONNRESET\)$/,
		);
		await pulled(service, client, out, { list: LIST }).running;
		expect(await spentBy(service, client)).toBe(ALL_OF_IT);
		await pulled(service, client, undisturbed, { list: LIST }).running;
		expect(filesIn(out)["products.ndjson"]).toBe(filesIn(undisturbed)["products.ndjson"]);
		expect(Object.keys(filesIn(out))).toEqual(Object.keys(filesIn(undisturbed)));
	},
);

test("pulled during the first picture, host and cause are named; during a later one, the cause", async () => {
	for (const before of [0, 1]) {
		const client = await newClient();
		const out = emptyFolder();
		const fetch = cable(isPicture, false, before);
		await expect(pulled(service, client, out, { list: LIST, fetch, atOnce: 1 }).running).rejects.toThrow(
			before === 0
				? `${service.origin}, where the service offers them, does not answer (ECONNRESET)`
				: /no answer came \(ECONNRESET\)/,
		);
		const report = await pulled(service, client, out, { list: LIST }).running;
		expect(report.pictures).toBe(3);
		expect(await spentBy(service, client)).toBe(ALL_OF_IT);
	}
});

test("pulled during a refresh, the next one brings what changed, free", async () => {
	const client = await newClient();
	const out = emptyFolder();
	await pulled(service, client, out, { list: LIST }).running;
	const before = filesIn(out)[`${WHOLE}_front.jpg`];
	await service.picture(WHOLE, "front", { seed: 41 });
	const request = { out, clientId: client.clientId, maxCredits: undefined, atOnce: 1 };
	const fetch = cable(isPicture, false);
	await expect(refresh(surroundingsOf(service, client, { fetch }), request)).rejects.toThrow("ECONNRESET");
	expect(filesIn(out)[`${WHOLE}_front.jpg`]).toBe(before);
	const said: string[] = [];
	await refresh(surroundingsOf(service, client, { said }), request);
	expect(said.join("\n")).toContain("picture replaced: front");
	expect(filesIn(out)[`${WHOLE}_front.jpg`]).not.toBe(before);
	expect(await spentBy(service, client)).toBe(ALL_OF_IT);
});
