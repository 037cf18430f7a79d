import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setMaintenance } from "../../src/platform/maintenance.ts";
import { addFakePicture } from "../support/fake-picture.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";

/** What callers get when a store really fails, and what it must not cost them (SPEC 7, SPEC D18 and SPEC D25). */

let packshot: TestService;
let repairs: (() => void | Promise<void>)[] = [];
beforeAll(async () => {
	packshot = await startService();
});
afterEach(() => repairAll());
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

/** Removes a table, as in a damaged database. */
async function loseTable(name: string): Promise<void> {
	await packshot.alter(`alter table ${name} rename to lost_${name}`);
	repairs.push(() => packshot.alter(`alter table lost_${name} rename to ${name}`));
}

function loseBlobs(): void {
	const blobs = join(packshot.folder, "blobs");
	renameSync(blobs, `${blobs}-lost`);
	repairs.push(() => renameSync(`${blobs}-lost`, blobs));
}

async function repairAll(): Promise<void> {
	for (const repair of repairs) await repair();
	repairs = [];
}

const remaining = ({ headers }: Answer) => [
	Number(headers.get("x-ratelimit-remaining-minute")),
	Number(headers.get("x-ratelimit-remaining-day")),
];

function expectNoInternals(answer: Answer): void {
	const said = JSON.stringify(answer.body);
	expect(
		Object.keys(answer.body)
			.filter((key) => key !== "checks")
			.sort(),
	).toEqual(["error", "message", "request_id"]);
	expect(said).not.toMatch(/sqlite|table|lost|\.ts|\.js|\/tmp|ENOENT|EISDIR/i);
}

/** Asks until the checks say this: on a busy machine, one may take longer than callers wait for it. */
async function expectChecks(checks: object): Promise<void> {
	await expect
		.poll(async () => {
			packshot.clock.advance(5000);
			return (await packshot.call("/health")).body.checks;
		})
		.toEqual(checks);
}

describe("a database that cannot write a charge", () => {
	test("503 service_unavailable with Retry-After; nothing is debited and the request is not counted", async () => {
		const client = await packshot.client({}, "1");
		await packshot.product({ barcode: "4500", info: { brand: "Manischewitz" } });
		expect(remaining(await packshot.call("/balance", { client }))).toEqual([59, 9999]);
		await loseTable("audit");
		for (let time = 0; time < 3; time++) {
			const answer = await packshot.call("/products/4500?include=info", { client });
			expect([answer.status, answer.body.error]).toEqual([503, "service_unavailable"]);
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
			expect(answer.headers.get("x-credits-debited")).toBe("0");
			expect(answer.headers.get("x-credits-remaining")).toBe("1");
			expect(remaining(answer)).toEqual([59, 9999]);
			expectNoInternals(answer);
		}
		await repairAll();
		expect(await packshot.balance(client)).toBe(10_000);
		const paid = await packshot.call("/products/4500?include=info", { client });
		expect([paid.status, ...remaining(paid)]).toEqual([200, 58, 9998]);
		expect(await packshot.balance(client)).toBe(9000);
	});

	test("free requests are still answered", async () => {
		const client = await packshot.client();
		await client.token();
		await loseTable("audit");
		expect((await packshot.call("/balance", { client })).status).toBe(200);
		expect((await packshot.call("/pricing")).status).toBe(200);
	});
});

describe("a database that cannot be read", () => {
	test("503 service_unavailable for a known client, and the request is not counted", async () => {
		const client = await packshot.client({ requestsPerMinute: 2 });
		await client.token();
		await loseTable("product");
		for (let time = 0; time < 5; time++) {
			const answer = await packshot.call("/products/4501", { client });
			expect([answer.status, answer.body.error]).toEqual([503, "service_unavailable"]);
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
			expect(remaining(answer)).toEqual([2, 10_000]);
			expectNoInternals(answer);
		}
		await repairAll();
		const answers = [1, 2, 3].map(() => packshot.call("/products/4501", { client }));
		expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([404, 404, 429]);
	});

	test("5xx before the client is known carries the common headers", async () => {
		const client = await packshot.client();
		const token = await client.token();
		packshot.clock.advance(5000);
		await loseTable("client");
		const answer = await packshot.call("/balance", { token });
		expect([answer.status, answer.body.error]).toEqual([503, "service_unavailable"]);
		expect(answer.headers.get("x-ratelimit-limit-minute")).toBe("1200");
		expect(answer.headers.get("x-ratelimit-remaining-minute")).toBe("1200");
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expectNoInternals(answer);
	});

	test("sign-in and refresh fail with 503, and nothing is consumed or counted as a failure", async () => {
		const client = await packshot.client();
		const credentials = { client_id: client.clientId, api_key: client.apiKey };
		const { body } = await packshot.call("/auth/token", { json: credentials });
		await loseTable("client");
		for (let time = 0; time < 6; time++) {
			const signIn = await packshot.call("/auth/token", { json: credentials });
			expect([signIn.status, signIn.body.error]).toEqual([503, "service_unavailable"]);
			expect(signIn.headers.get("x-ratelimit-limit-minute")).toBe("10");
			expectNoInternals(signIn);
		}
		const failed = await packshot.call("/auth/refresh", { json: { refresh_token: body.refresh_token } });
		expect(failed.status).toBe(503);
		await repairAll();
		expect((await packshot.call("/auth/token", { json: credentials })).status).toBe(200);
		const renewed = await packshot.call("/auth/refresh", { json: { refresh_token: body.refresh_token } });
		expect(renewed.status).toBe(200);
	});

	test("a revocation that cannot be stored does not take effect", async () => {
		const client = await packshot.client();
		await loseTable("idempotent_answer");
		const token = await client.token();
		const headers = { "idempotency-key": "a-key-of-twenty-chars" };
		const failed = await packshot.call("/auth/revoke", { method: "POST", token, headers });
		expect(failed.status).toBe(503);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
		await repairAll();
		expect((await packshot.call("/auth/revoke", { method: "POST", token, headers })).status).toBe(204);
	});
});

describe("a database that holds data the service never wrote", () => {
	test("500 internal_error that reveals nothing, and the request is not counted", async () => {
		const client = await packshot.client({ locks: ["image_meta.ownership"] }, "1");
		await packshot.product({ barcode: "4505", info: { brand: "Manischewitz" } });
		await packshot.alter(`update product set image_meta = '{"lost' where barcode = '4505'`);
		for (let time = 0; time < 3; time++) {
			const answer = await packshot.call("/products/4505?include=info,image_meta", { client });
			expect([answer.status, answer.body.error]).toEqual([500, "internal_error"]);
			expect(remaining(answer)).toEqual([60, 10_000]);
			expectNoInternals(answer);
		}
		expect(await packshot.balance(client)).toBe(10_000);
	});
});

describe("maintenance", () => {
	test("503 with the common headers for every caller, uncounted, until it is over", async () => {
		const { db } = packshot.installation;
		const client = await packshot.client();
		const token = await client.token();
		await db.write(setMaintenance, { message: "Back at noon." });
		packshot.clock.advance(1000);
		for (const path of ["/pricing", "/image/forged"]) {
			const answer = await packshot.call(path, { token });
			expect([answer.status, answer.body.error]).toEqual([503, "service_unavailable"]);
			expect(answer.body.message).toBe("Back at noon.");
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
			expect(answer.headers.get("x-credits-debited")).toBe("0");
			expect(answer.headers.get("x-ratelimit-remaining-minute")).toBe("1200");
		}
		await db.write(setMaintenance, { message: null });
		packshot.clock.advance(1000);
		expect(remaining(await packshot.call("/balance", { token }))).toEqual([59, 9999]);
	});

	describe("while it is on", () => {
		beforeEach(async () => {
			await packshot.installation.db.write(setMaintenance, { message: "Back at noon." });
			packshot.clock.advance(1000);
			repairs.push(async () => {
				await packshot.installation.db.write(setMaintenance, { message: null });
				packshot.clock.advance(1000);
			});
		});

		test.each(["GET", "HEAD"])(
			"%s /health is 503 and gives the reason and the check results",
			async (method) => {
				const { status, headers, body } = await packshot.call("/health", { method });
				expect(status).toBe(503);
				expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
				if (method === "HEAD") return;
				expect(body).toEqual({
					error: "service_unavailable",
					message: "Back at noon.",
					request_id: headers.get("x-request-id"),
					status: "maintenance",
					checks: expect.any(Object),
				});
				await expectChecks({ database: "ok", images: "ok" });
			},
		);

		test("a known client gets 503 with its own limits and balance, uncounted and unrecorded", async () => {
			const client = await packshot.client({ requestsPerMinute: 7, requestsPerDay: 70 }, "12.5");
			await repairAll();
			const token = await client.token();
			await packshot.call("/balance", { token });
			await packshot.installation.db.write(setMaintenance, { message: "Back at noon." });
			repairs.push(() => packshot.installation.db.write(setMaintenance, { message: null }));
			packshot.clock.advance(1000);
			for (const path of ["/balance", "/products/4504", "/balance"]) {
				const answer = await packshot.call(path, { token });
				expect([answer.status, answer.body.message]).toEqual([503, "Back at noon."]);
				expect(remaining(answer)).toEqual([6, 69]);
				expect(answer.headers.get("x-credits-remaining")).toBe("12.5");
				expect(answer.headers.get("x-credits-debited")).toBe("0");
			}
			await repairAll();
			packshot.clock.advance(1000);
			// Recorded after whatever was recorded before it.
			await packshot.call("/balance", { token });
			const audit = packshot.installation.db.read.selectFrom("audit").select("status");
			expect(await audit.where("client_id", "=", client.clientId).execute()).toEqual([
				{ status: 200 },
				{ status: 200 },
			]);
		});

		test("a caller without a valid token gets 503 too, which counts towards no limit", async () => {
			for (const token of [undefined, "nonsense"]) {
				const answer = await packshot.call("/balance", { token });
				expect([answer.status, answer.headers.has("x-credits-remaining")]).toEqual([503, false]);
				expect(answer.headers.get("x-ratelimit-remaining-minute")).toBe("1200");
			}
		});

		test("404 for what does not exist", async () => {
			const paths = ["/nothing", "/products/4504/nothing", `${packshot.origin}/api/v2/pricing`];
			const others = ["/openapi.json/nothing", "/portal/nothing", "/portal/api/nothing"].map(
				(path) => packshot.origin + path,
			);
			for (const path of [...paths, ...others]) {
				const { status, body } = await packshot.call(path);
				expect([path, status, body.error]).toEqual([path, 404, "not_found"]);
			}
			expect((await packshot.call("/balance", { method: "DELETE" })).status).toBe(404);
		});

		test("token endpoints answer with Cache-Control: no-store", async () => {
			for (const path of ["/auth/token", "/auth/refresh"]) {
				const { status, headers } = await packshot.call(path, { json: {} });
				expect([status, headers.get("cache-control")]).toEqual([503, "no-store"]);
			}
		});
	});
});

describe("an image store that fails", () => {
	async function signedUrl(barcode: string): Promise<string> {
		await addFakePicture(packshot, barcode);
		const client = await packshot.client();
		const redirect = await packshot.call(`/products/${barcode}/image?variant=front`, { client });
		return redirect.headers.get("location") ?? "";
	}

	test("502 upstream_error for a file that is missing or cannot be read, and the URL is not used up", async () => {
		const gone = await signedUrl("4502");
		const unreadable = await signedUrl("4503");
		mkdirSync(join(packshot.folder, "blobs/lost/4503"), { recursive: true });
		for (const url of [gone, unreadable, gone]) {
			const answer = await packshot.call(url);
			expect([answer.status, answer.body.error]).toEqual([502, "upstream_error"]);
			expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
			expectNoInternals(answer);
		}
		const used = await packshot.installation.db.read.selectFrom("used_url").selectAll().execute();
		expect(used).toEqual([]);
	});
});

describe("GET /health", () => {
	test("503 service_unavailable names the failed check, with Retry-After and the error body", async () => {
		loseBlobs();
		packshot.clock.advance(5000);
		const answer = await packshot.call("/health");
		expect([answer.status, answer.body.error]).toEqual([503, "service_unavailable"]);
		expect(answer.headers.get("retry-after")).toBe("5");
		expectNoInternals(answer);
		await expectChecks({ database: "ok", images: "failed" });
	});

	test("503 when the database fails, and 200 again when it is back", async () => {
		await loseTable("migration");
		packshot.clock.advance(5000);
		const answer = await packshot.call("/health");
		expect(answer.status).toBe(503);
		await expectChecks({ database: "failed", images: "ok" });
		await repairAll();
		await expectChecks({ database: "ok", images: "ok" });
		expect((await packshot.call("/health")).status).toBe(200);
	});
});
