import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { methodAndPath } from "../../src/platform/http/route.ts";
import { type RawAnswer, sendRaw } from "../support/raw-http.ts";
import { apiRoutes } from "../support/routes.ts";
import { startService, type TestService } from "../support/service.ts";

/** A percent sign in a path that encodes nothing stands for itself, and is checked where the path says what it names (SPEC D2 and SPEC D3). */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const get = (target: string, ...headers: string[]) =>
	[`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");

function expectError(answer: RawAnswer, status: number, error: string): void {
	expect([answer.status, answer.body.error]).toEqual([status, error]);
	expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
	expect(answer.headers["x-request-id"]).toBe(answer.body.request_id);
	expect(answer.headers["x-credits-debited"]).toBe("0");
	expect(answer.headers).toHaveProperty("x-ratelimit-remaining-minute");
}

describe.each(["%", "%zz", "%ff%fe", "a%2", "%c3%28", "%ed%a0%80", "0725272730706%"])(
	"the broken percent-encoding %s in a path",
	(broken) => {
		const send = (method: string, path: string, ...headers: string[]) =>
			sendRaw(packshot.origin, get(`/api/v1${path}`, ...headers).replace(/^GET/, method));
		const barcodePaths = Object.keys(apiRoutes)
			.map(methodAndPath)
			.filter(({ path }) => path.includes("{barcode}"));
		const idPaths = ["/orders/ID", "/orders/ID/products", "/orders/ID/archive"];

		test("is a malformed barcode: 400, or 401 without a token", async () => {
			const client = await packshot.client();
			const token = await client.token();
			const balance = await packshot.balance(client);
			expect(barcodePaths.length).toBeGreaterThanOrEqual(4);
			for (const { method, path } of barcodePaths) {
				const asked = `${path.replace("{barcode}", broken)}?variant=front`;
				const answer = await send(method, asked, `Authorization: Bearer ${token}`);
				const unknown = await send(method, asked);
				if (method === "HEAD") {
					expect([answer.status, unknown.status]).toEqual([400, 401]);
					continue;
				}
				expectError(answer, 400, "invalid_barcode");
				expectError(unknown, 401, "unauthenticated");
			}
			expect(await packshot.balance(client)).toBe(balance);
		});

		test("is an id of nothing: 404, or 401 without a token", async () => {
			const token = await (await packshot.client()).token();
			for (const path of idPaths.map((each) => each.replace("ID", broken))) {
				expectError(await send("GET", path, `Authorization: Bearer ${token}`), 404, "not_found");
				expectError(await send("GET", path), 401, "unauthenticated");
			}
			for (const path of [`/image/${broken}`, `/archive/${broken}`])
				expectError(await send("GET", path), 404, "not_found");
		});

		test("is no endpoint where there is none: 404 without a token, counted by address", async () => {
			const answers = [
				await send("GET", `/${broken}`),
				await send("POST", `/products/${broken}`),
				await sendRaw(packshot.origin, get(`/${broken}`)),
				await sendRaw(packshot.origin, get(`/docs/${broken}`)),
			];
			for (const answer of answers.slice(0, 2)) {
				expectError(answer, 404, "not_found");
				expect(Number(answer.headers["x-ratelimit-remaining-minute"])).toBeLessThan(1200);
			}
			expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
		});
	},
);

test("a path may encode any character, and what is broken in a query stays with the query", async () => {
	const token = await (await packshot.client()).token();
	const asked = (path: string) =>
		sendRaw(packshot.origin, get(`/api/v1${path}`, `Authorization: Bearer ${token}`));
	expectError(await asked("/%70roducts/%30725272730706"), 404, "not_found");
	expectError(await asked("/products/%2525"), 400, "invalid_barcode");
	expect((await asked("/products?brand=%zz&per_page=1")).status).toBe(200);
});
