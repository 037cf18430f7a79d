import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
	ask,
	type NginxFile,
	nginxPorts,
	type RawCall,
	type RunningNginx,
	startNginx,
	whyNoNginx,
} from "../support/nginx.ts";
import { startTwoNodes } from "../support/nodes.ts";
import { newPerson } from "../support/portal.ts";
import { bodyOf, type RouteWithBody, routesWithBody, said } from "../support/proxied-routes.ts";
import { postgresUrl } from "../support/schemas.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** The files of docs/deploy in front of real services, unchanged except for ports, names and certificates. */

const noNginx = whyNoNginx();
if (noNginx) console.log(`skipped: ${noNginx}`);
const noCluster = noNginx ?? (postgresUrl ? undefined : "PostgreSQL is not installed");
if (noCluster) console.log(`skipped for two nodes: ${noCluster}`);

const MIB = 2 ** 20;

const settingsBehind = (tls: number) => ({
	PACKSHOT_TRUSTED_PROXIES: "127.0.0.1",
	PACKSHOT_PUBLIC_URL: `https://api.example.org:${tls}`,
	PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
	PACKSHOT_IP_REQUESTS_PER_MINUTE: "10000",
	PACKSHOT_WEBHOOKS: "on",
});

interface Nodes {
	readonly nodes: readonly TestService[];
	close(): Promise<void>;
}

const FILES: readonly {
	readonly file: NginxFile;
	readonly whyNot: string | undefined;
	start(tls: number): Promise<Nodes>;
}[] = [
	{
		file: "nginx.conf",
		whyNot: noNginx,
		async start(tls) {
			const service = await startService({ settings: settingsBehind(tls) });
			return { nodes: [service], close: () => service.close() };
		},
	},
	{
		file: "nginx-cluster.conf",
		whyNot: noCluster,
		start: (tls) => startTwoNodes({ settings: settingsBehind(tls) }),
	},
];

const portOf = ({ origin }: Pick<TestService, "origin">) => Number(new URL(origin).port);

for (const { file, whyNot, start } of FILES) {
	describe.skipIf(whyNot)(`behind ${file}`, () => {
		let running: Nodes;
		let packshot: TestService;
		let nginx: RunningNginx;
		let client: TestClient;
		let person: Awaited<ReturnType<typeof newPerson>>;
		beforeAll(async () => {
			const ports = await nginxPorts();
			running = await start(ports.tls);
			[packshot] = running.nodes as [TestService];
			client = await packshot.client({ requestsPerMinute: 10_000 });
			await packshot.product({ barcode: "4600", info: { brand: "Manischewitz" } });
			await packshot.picture("4600", "front");
			person = await newPerson(packshot, { isAdministrator: true });
			nginx = await startNginx(file, ports, running.nodes.map(portOf));
		});
		afterAll(async () => {
			await nginx?.stop();
			await running?.close();
		});

		const call = async (path: string, { headers, ...more }: RawCall = {}) =>
			ask(nginx.origin, `/api/v1${path}`, {
				headers: { authorization: `Bearer ${await client.token()}`, ...headers },
				...more,
			});

		/** Headers with which a page of a signed-in person sends. */
		const fromPage = () => ({
			cookie: `__Host-${person.cookie}`,
			"x-packshot-csrf": person.csrf ?? "",
			"sec-fetch-site": "same-origin",
		});

		async function headersFor({ name, media }: RouteWithBody) {
			const own = name.includes(" /api/") ? { authorization: `Bearer ${await client.token()}` } : fromPage();
			return { "content-type": media, ...own };
		}

		test("plain HTTP is redirected to HTTPS, over IPv4 and IPv6, with the method kept", async () => {
			for (const host of ["127.0.0.1", "[::1]"]) {
				const answer = await fetch(`http://${host}:${nginx.plain}/api/v1/auth/token?x=1`, {
					method: "POST",
					body: "{}",
					redirect: "manual",
				});
				const to = `https://${host}/api/v1/auth/token?x=1`;
				expect([answer.status, answer.headers.get("location")]).toEqual([308, to]);
			}
		});

		test("a billed read and its picture pass through intact, and the signed URL has the public origin", async () => {
			const answer = await call("/products/4600?include=info,images&variants=front");
			expect([answer.status, answer.headers["x-credits-debited"]]).toEqual([200, "0.35"]);
			const url = new URL(JSON.parse(answer.bytes.toString()).images.front);
			expect(url.origin).toBe(`https://api.example.org:${nginx.tls}`);
			const head = await ask(nginx.origin, url.pathname, { method: "HEAD" });
			const picture = await ask(nginx.origin, url.pathname);
			expect([head.status, head.headers["content-length"]]).toEqual([200, String(picture.bytes.length)]);
			expect([picture.status, picture.headers["content-length"]]).toEqual([
				200,
				String(picture.bytes.length),
			]);
			expect((await ask(nginx.origin, url.pathname)).status).toBe(410);
		});

		test("the caller's address is the one that nginx saw, whatever X-Forwarded-For says", async () => {
			const token = await client.token();
			const askAs = (forged: string, origin = nginx.origin) =>
				ask(origin, "/api/v1/balance", {
					headers: { authorization: `Bearer ${token}`, "x-forwarded-for": forged },
				});
			await packshot.updateClient(client, { allowlist: ["203.0.113.9"] });
			packshot.clock.advance(5000);
			for (const forged of ["203.0.113.9", "203.0.113.9, 127.0.0.1"]) {
				const spoofed = await askAs(forged);
				expect(JSON.parse(spoofed.bytes.toString()).error).toBe("client_ip_not_allowed");
			}
			await packshot.updateClient(client, { allowlist: ["::1"] });
			packshot.clock.advance(5000);
			expect((await askAs("203.0.113.9")).status).toBe(403);
			expect((await askAs("203.0.113.9", `https://[::1]:${nginx.tls}`)).status).toBe(200);
			await packshot.updateClient(client, { allowlist: [] });
			packshot.clock.advance(5000);
			expect((await askAs("203.0.113.9")).status).toBe(200);
		});

		describe("a body of the most bytes that the service accepts reaches it, and a larger one gets its answer:", () => {
			test.each(routesWithBody.filter(({ limitBytes }) => limitBytes))("$name", async (route) => {
				const limitBytes = route.limitBytes ?? 0;
				for (const sizeBytes of [limitBytes, limitBytes + 1]) {
					const headers = { ...(await headersFor(route)), "content-length": String(sizeBytes) };
					const given = { method: route.method, headers, body: bodyOf(route, sizeBytes) };
					const direct = await ask(packshot.origin, route.path, given);
					expect([route.name, direct.status === 413]).toEqual([route.name, sizeBytes > limitBytes]);
					const proxied = await ask(nginx.origin, route.path, given);
					expect(said(proxied)).toEqual(said(direct));
					expect(said(await ask(nginx.origin, `${route.path}/`, given))).toEqual(said(direct));
				}
			});

			test("those without a limit of their own are the streams of this file", () => {
				const streams = routesWithBody.filter(({ limitBytes }) => limitBytes === undefined);
				expect(streams.map(({ name }) => name)).toEqual([
					"PATCH /portal/api/admin/imports/{import_id}/file",
					"PATCH /portal/api/admin/restore/file",
					"PATCH /portal/api/setup/restore/file",
				]);
			});
		});

		test("an upload begins with or without a trailing slash, and takes 40 MiB in one request, unbuffered", async () => {
			const imports = "/portal/api/admin/imports";
			const begin = (path: string) =>
				ask(nginx.origin, path, {
					headers: { ...fromPage(), "content-type": "application/json" },
					body: JSON.stringify({ name: "spring.zip", size_bytes: 40 * MIB }),
				});
			expect((await begin(`${imports}/`)).status).toBe(201);
			const begun = await begin(imports);
			expect(begun.status).toBe(201);
			const path = `${imports}/${JSON.parse(begun.bytes.toString()).import_id}/file`;
			const headers = {
				...fromPage(),
				"content-type": "application/offset+octet-stream",
				"upload-offset": "0",
				"tus-resumable": "1.0.0",
			};
			const sent = await ask(nginx.origin, path, {
				method: "PATCH",
				headers,
				body: new Uint8Array(40 * MIB),
			});
			expect([sent.status, sent.headers["upload-offset"]]).toEqual([204, String(40 * MIB)]);
			const head = await ask(nginx.origin, path, { method: "HEAD", headers });
			expect([head.status, head.headers["upload-offset"]]).toEqual([200, String(40 * MIB)]);
			expect(nginx.bufferedInFiles()).toEqual([]);
		});

		test("an upload that is cut off keeps what had arrived: nothing is held back", async () => {
			const begun = await ask(nginx.origin, "/portal/api/admin/imports", {
				headers: { ...fromPage(), "content-type": "application/json" },
				body: JSON.stringify({ name: "cut.zip", size_bytes: 8 * MIB }),
			});
			const imported = `/portal/api/admin/imports/${JSON.parse(begun.bytes.toString()).import_id}`;
			const arrivedBytes = async (): Promise<number> => {
				const { bytes } = await ask(nginx.origin, imported, { headers: fromPage() });
				return JSON.parse(bytes.toString()).uploaded_bytes;
			};
			const isHalfThere = async () => (await arrivedBytes()) === 4 * MIB;
			await sendHalf(`${nginx.origin}${imported}/file`, fromPage(), 8 * MIB, isHalfThere);
			expect(await arrivedBytes()).toBe(4 * MIB);
		});

		test("GET /changes waits for as long as it may", async () => {
			const first = await call("/changes");
			const { next_cursor: cursor } = JSON.parse(first.bytes.toString());
			const held = await call(`/changes?wait=30&cursor=${cursor}`);
			expect([held.status, JSON.parse(held.bytes.toString()).data]).toEqual([200, []]);
		});

		test("the documentation and the pages are served, HEAD included", async () => {
			for (const path of ["/", "/docs", "/docs/", "/docs/api", "/sign-in"]) {
				const direct = await ask(packshot.origin, path, {});
				const proxied = await ask(nginx.origin, path);
				expect([path, proxied.status, proxied.headers.location]).toEqual([
					path,
					direct.status,
					direct.headers.location,
				]);
				expect((await ask(nginx.origin, path, { method: "HEAD" })).status).toBe(direct.status);
			}
		});

		test("a caller whose requests are refused while their bodies arrive takes no node out of rotation", async () => {
			const body = new Uint8Array(16 * MIB);
			const headers = { "x-long": "x".repeat(10_000), "x-longer": "x".repeat(10_000) };
			for (let time = 0; time < 4; time++) {
				const tooLarge = await ask(nginx.origin, "/api/v1/auth/token", { body });
				expect(said(tooLarge)).toMatchObject({ status: 413, error: "bad_request" });
				const unreadable = await ask(nginx.origin, "/api/v1/auth/token", { headers, body });
				expect(said(unreadable)).toMatchObject({ status: 431, error: "bad_request" });
				const unknown = await ask(nginx.origin, "/api/v1/nothing", { body });
				expect(said(unknown)).toMatchObject({ status: 404, error: "not_found" });
			}
			expect((await call("/balance")).status).toBe(200);
		});

		test("headers that the service refuses are refused by the service", async () => {
			const answer = await call("/balance", {
				headers: { "x-long": "x".repeat(15_000), "x-more": "x".repeat(15_000) },
			});
			expect([answer.status, JSON.parse(answer.bytes.toString()).error]).toEqual([431, "bad_request"]);
		});

		test("connections to the service are reused: fifty requests open at most three for each node", async () => {
			let opened = 0;
			const count = () => opened++;
			for (const { app } of running.nodes) app.server.on("connection", count);
			for (let time = 0; time < 50; time++) expect((await call("/balance")).status).toBe(200);
			for (const { app } of running.nodes) app.server.off("connection", count);
			expect(opened).toBeLessThanOrEqual(3 * running.nodes.length);
		});

		test("the access log records requests without usable secrets", async () => {
			await ask(nginx.origin, "/api/v1/archive/a-secret");
			expect(nginx.log()).toContain('"GET /api/v1/products/4600" 200');
			expect(nginx.log()).toContain('"GET /api/v1/image/-" 200');
			expect(nginx.log()).toContain('"GET /api/v1/archive/-" 404');
			expect(nginx.log()).not.toMatch(/(image|archive)\/[A-Za-z0-9]|Bearer|include=/);
		});

		test("503 with Retry-After while the service is down: in JSON, and as a page that loads again by itself", async () => {
			for (const { app } of running.nodes) await app.close();
			const answer = await ask(nginx.origin, "/api/v1/health");
			const body = JSON.parse(answer.bytes.toString());
			expect([answer.status, body.error]).toEqual([503, "service_unavailable"]);
			expect([answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
				"2",
				"application/json; charset=utf-8",
			]);
			expect(answer.headers["x-request-id"]).toBe(body.request_id);
			const page = await ask(nginx.origin, "/orders", { headers: { accept: "text/html,*/*;q=0.8" } });
			expect([page.status, page.headers.refresh, page.headers["retry-after"]]).toEqual([503, "2", "2"]);
			expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
			expect(page.bytes.toString()).toContain("tries again by itself");
		});
	});

	test.skipIf(noNginx)(
		`${file} streams answers, and writes none to its disk however slowly it is read`,
		async () => {
			const sizeBytes = 64 * MIB;
			const answerAll = (_request: IncomingMessage, response: ServerResponse) =>
				response.writeHead(200, { "content-length": sizeBytes }).end(Buffer.alloc(sizeBytes));
			const origin = createServer(answerAll).listen(0, "127.0.0.1");
			await once(origin, "listening");
			onTestFinished(() => void origin.close());
			const { port } = origin.address() as AddressInfo;
			const nginx = await startNginx(file, await nginxPorts(), [port, port]);
			onTestFinished(() => nginx.stop());
			const answer = await ask(nginx.origin, "/api/v1/archive/x");
			expect(answer.bytes.length).toBe(sizeBytes);
			expect(nginx.bufferedInFiles()).toEqual([]);
		},
	);
}

/** Sends half of a body, waits until `hasArrived`, and cuts the connection. */
async function sendHalf(
	url: string,
	headers: Record<string, string>,
	sizeBytes: number,
	hasArrived: () => Promise<boolean>,
): Promise<void> {
	const sending = request(url, {
		method: "PATCH",
		headers: {
			...headers,
			"content-type": "application/offset+octet-stream",
			"content-length": sizeBytes,
			"upload-offset": "0",
			"tus-resumable": "1.0.0",
		},
		rejectUnauthorized: false,
	});
	sending.on("error", () => {});
	sending.write(new Uint8Array(sizeBytes / 2));
	await expect.poll(hasArrived).toBe(true);
	sending.destroy();
}
