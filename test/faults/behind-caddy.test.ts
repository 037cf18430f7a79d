import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningCaddy, startCaddy, whyNoCaddy } from "../support/caddy.ts";
import { freePort } from "../support/free-port.ts";
import { ask, type RawCall } from "../support/nginx.ts";
import { newPerson } from "../support/portal.ts";
import { bodyOf, routesWithBody, said } from "../support/proxied-routes.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** docs/deploy/Caddyfile in front of a real service. */

const noCaddy = whyNoCaddy();
if (noCaddy) console.log(`skipped: ${noCaddy}`);

const MIB = 2 ** 20;

describe.skipIf(noCaddy)("behind Caddy", () => {
	let packshot: TestService;
	let caddy: RunningCaddy;
	let client: TestClient;
	let person: Awaited<ReturnType<typeof newPerson>>;
	beforeAll(async () => {
		const port = await freePort();
		packshot = await startService({
			settings: {
				PACKSHOT_TRUSTED_PROXIES: "127.0.0.1",
				PACKSHOT_PUBLIC_URL: `https://api.example.org:${port}`,
				PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
				PACKSHOT_IP_REQUESTS_PER_MINUTE: "10000",
				PACKSHOT_WEBHOOKS: "on",
			},
		});
		client = await packshot.client({ requestsPerMinute: 10_000 });
		await packshot.product({ barcode: "4600", info: { brand: "Manischewitz" } });
		await packshot.picture("4600", "front");
		person = await newPerson(packshot, { isAdministrator: true });
		caddy = await startCaddy(port, Number(new URL(packshot.origin).port));
	});
	afterAll(async () => {
		await caddy?.stop();
		await packshot?.close();
	});

	const bearer = async () => ({ authorization: `Bearer ${await client.token()}` });
	const fromPage = () => ({
		cookie: `__Host-${person.cookie}`,
		"x-packshot-csrf": person.csrf ?? "",
		"sec-fetch-site": "same-origin",
	});

	test("a picture passes through intact, and its signed URL, which has the public origin, works once", async () => {
		const redirect = await ask(caddy.origin, "/api/v1/products/4600/image?variant=front", {
			headers: await bearer(),
		});
		const url = new URL(String(redirect.headers.location));
		expect([redirect.status, url.host]).toEqual([
			302,
			new URL(caddy.origin).host.replace("127.0.0.1", "api.example.org"),
		]);
		const picture = await ask(caddy.origin, url.pathname);
		expect([picture.status, picture.headers["content-length"]]).toEqual([200, String(picture.bytes.length)]);
		expect((await ask(caddy.origin, url.pathname)).status).toBe(410);
	});

	test("the caller's address is the one that Caddy saw, whatever X-Forwarded-For says", async () => {
		const headers = { ...(await bearer()), "x-forwarded-for": "203.0.113.9" };
		await packshot.updateClient(client, { allowlist: ["203.0.113.9"] });
		packshot.clock.advance(5000);
		expect((await ask(caddy.origin, "/api/v1/balance", { headers })).status).toBe(403);
		await packshot.updateClient(client, { allowlist: ["127.0.0.1"] });
		packshot.clock.advance(5000);
		expect((await ask(caddy.origin, "/api/v1/balance", { headers })).status).toBe(200);
	});

	test.each(routesWithBody.filter(({ limitBytes }) => limitBytes))(
		"the service decides how large a body may be: $name",
		async (route) => {
			const limitBytes = route.limitBytes ?? 0;
			for (const sizeBytes of [limitBytes, limitBytes + 1]) {
				const own = route.name.includes(" /api/") ? await bearer() : fromPage();
				const headers = { ...own, "content-type": route.media, "content-length": String(sizeBytes) };
				const given: RawCall = { method: route.method, headers, body: bodyOf(route, sizeBytes) };
				const direct = await ask(packshot.origin, route.path, given);
				expect(said(await ask(caddy.origin, route.path, given))).toEqual(said(direct));
			}
		},
	);

	test("an upload takes 40 MiB in one request", async () => {
		const begun = await ask(caddy.origin, "/portal/api/admin/imports", {
			headers: { ...fromPage(), "content-type": "application/json" },
			body: JSON.stringify({ name: "spring.zip", size_bytes: 40 * MIB }),
		});
		const path = `/portal/api/admin/imports/${JSON.parse(begun.bytes.toString()).import_id}/file`;
		const headers = {
			...fromPage(),
			"content-type": "application/offset+octet-stream",
			"upload-offset": "0",
			"tus-resumable": "1.0.0",
		};
		const sent = await ask(caddy.origin, path, { method: "PATCH", headers, body: new Uint8Array(40 * MIB) });
		expect([sent.status, sent.headers["upload-offset"]]).toEqual([204, String(40 * MIB)]);
	});

	test("the access log records requests without usable secrets", async () => {
		await expect.poll(() => caddy.log()).toContain('"uri":"/api/v1/products/4600/image"');
		await expect.poll(() => caddy.log()).toContain('"uri":"/api/v1/image/"');
		expect(caddy.log()).not.toMatch(/image\/[A-Za-z0-9]|Bearer|variant=|packshot_session/);
	});

	test("503 with Retry-After while the service is down: in JSON, and as a page that loads again by itself", async () => {
		await packshot.app.close();
		const answer = await ask(caddy.origin, "/api/v1/health");
		const body = JSON.parse(answer.bytes.toString());
		expect([answer.status, body.error, answer.headers["retry-after"]]).toEqual([
			503,
			"service_unavailable",
			"2",
		]);
		expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
		expect(answer.headers["x-request-id"]).toBe(body.request_id);
		const page = await ask(caddy.origin, "/orders", { headers: { accept: "text/html,*/*;q=0.8" } });
		expect([page.status, page.headers.refresh, page.headers["retry-after"]]).toEqual([503, "2", "2"]);
		expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
		expect(page.bytes.toString()).toContain("tries again by itself");
	});
});
