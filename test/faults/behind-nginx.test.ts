import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** The example docs/deploy/nginx.conf in front of a real service, unchanged except for ports, name and certificate. */

const NGINX = "/usr/sbin/nginx";
if (!existsSync(NGINX)) console.log("skipped: nginx is not installed (apt-get install nginx-light)");

interface Answer {
	readonly status: number;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly bytes: Buffer;
}

describe.skipIf(!existsSync(NGINX))("behind nginx", () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-nginx-"));
	let packshot: TestService;
	let client: TestClient;
	let tls: number;
	let plain: number;
	let stop: () => Promise<void>;

	beforeAll(async () => {
		[tls, plain] = [await freePort(), await freePort()];
		packshot = await startService({
			settings: {
				PACKSHOT_TRUSTED_PROXIES: "127.0.0.1",
				PACKSHOT_PUBLIC_URL: `https://api.example.org:${tls}`,
			},
		});
		client = await packshot.client();
		await packshot.product({ barcode: "4600", info: { brand: "Manischewitz" } });
		await packshot.picture("4600", "front");
		stop = await startNginx(folder, { tls, plain, packshot: Number(new URL(packshot.origin).port) });
	});
	afterAll(async () => {
		await stop?.();
		await packshot?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const call = async (path: string, headers: Record<string, string> = {}, body?: string) =>
		ask(tls, `/api/v1${path}`, { authorization: `Bearer ${await client.token()}`, ...headers }, body);

	test("plain HTTP is redirected to HTTPS", async () => {
		const answer = await fetch(`http://127.0.0.1:${plain}/api/v1/health`, { redirect: "manual" });
		expect([answer.status, answer.headers.get("location")]).toEqual([308, "https://127.0.0.1/api/v1/health"]);
	});

	test("a billed read and its picture pass through intact, and the signed URL has the public origin", async () => {
		const answer = await call("/products/4600?include=info,images&variants=front");
		expect([answer.status, answer.headers["x-credits-debited"]]).toEqual([200, "0.35"]);
		const url = new URL(JSON.parse(answer.bytes.toString()).images.front);
		expect(url.origin).toBe(`https://api.example.org:${tls}`);
		const picture = await ask(tls, url.pathname);
		expect([picture.status, picture.headers["content-length"]]).toEqual([200, String(picture.bytes.length)]);
		expect((await ask(tls, url.pathname)).status).toBe(410);
	});

	test("the caller's address is the one that nginx saw, whatever X-Forwarded-For says", async () => {
		const token = await client.token();
		await packshot.updateClient(client, { allowlist: ["203.0.113.9"] });
		packshot.clock.advance(5000);
		const spoofed = await ask(tls, "/api/v1/balance", {
			authorization: `Bearer ${token}`,
			"x-forwarded-for": "203.0.113.9",
		});
		expect(JSON.parse(spoofed.bytes.toString()).error).toBe("client_ip_not_allowed");
		await packshot.updateClient(client, { allowlist: ["127.0.0.1"] });
		packshot.clock.advance(5000);
		expect((await call("/balance", { "x-forwarded-for": "203.0.113.9" })).status).toBe(200);
	});

	test("a body that is too large is rejected by Packshot, in JSON", async () => {
		const answer = await call(
			"/products/bulk-check",
			{ "content-type": "application/json" },
			JSON.stringify({ barcodes: ["4".repeat(200_000)] }),
		);
		expect([answer.status, JSON.parse(answer.bytes.toString()).error]).toEqual([413, "bad_request"]);
	});

	test("connections to Packshot are reused: fifty requests open at most three", async () => {
		let opened = 0;
		const count = () => opened++;
		packshot.app.server.on("connection", count);
		for (let time = 0; time < 50; time++) expect((await call("/balance")).status).toBe(200);
		packshot.app.server.off("connection", count);
		expect(opened).toBeLessThanOrEqual(3);
	});

	test("the access log records requests without usable secrets", () => {
		const log = readFileSync(join(folder, "packshot.log"), "utf8");
		expect(log).toContain('"GET /api/v1/products/4600" 200');
		expect(log).toContain('"GET /api/v1/image/-" 200');
		expect(log).not.toMatch(/image\/[A-Za-z0-9]|Bearer|include=/);
	});

	test("503 in JSON with Retry-After while Packshot is down", async () => {
		await packshot.app.close();
		const answer = await ask(tls, "/api/v1/health");
		const body = JSON.parse(answer.bytes.toString());
		expect([answer.status, body.error]).toEqual([503, "service_unavailable"]);
		expect([answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
			"2",
			"application/json; charset=utf-8",
		]);
		expect(answer.headers["x-request-id"]).toBe(body.request_id);
	});
});

/** Runs nginx in the foreground with the example; resolves once it accepts connections. */
async function startNginx(
	folder: string,
	ports: { tls: number; plain: number; packshot: number },
): Promise<() => Promise<void>> {
	makeCertificate(folder);
	let example = readFileSync(new URL("../../docs/deploy/nginx.conf", import.meta.url), "utf8");
	const replace = (from: string, to: string) => {
		if (!example.includes(from)) throw new Error(`the example has no ${from}`);
		example = example.replaceAll(from, to);
	};
	replace("server 127.0.0.1:8080;", `server 127.0.0.1:${ports.packshot};`);
	replace("listen 80;", `listen 127.0.0.1:${ports.plain};`);
	replace("listen [::]:80;", "");
	replace("listen 443 ssl;", `listen 127.0.0.1:${ports.tls} ssl;`);
	replace("listen [::]:443 ssl;", "");
	replace("/etc/letsencrypt/live/api.example.org/fullchain.pem", join(folder, "certificate.pem"));
	replace("/etc/letsencrypt/live/api.example.org/privkey.pem", join(folder, "key.pem"));
	replace("/var/log/nginx/packshot.log", join(folder, "packshot.log"));
	mkdirSync(join(folder, "temp"));
	const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
		(kind) => `${kind}_temp_path ${join(folder, "temp", kind)};`,
	);
	const whole = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { ${places.join(" ")}
${example}
}`;
	writeFileSync(join(folder, "nginx.conf"), whole);
	const nginx = spawn(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
	for (;;) {
		if (nginx.exitCode !== null)
			throw new Error(
				String(spawnSync(NGINX, ["-t", "-p", folder, "-c", join(folder, "nginx.conf")]).stderr),
			);
		const up = await ask(ports.tls, "/api/v1/health").catch(() => undefined);
		if (up) break;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return async () => {
		const gone = once(nginx, "exit");
		nginx.kill("SIGTERM");
		await gone;
	};
}

function makeCertificate(folder: string): void {
	const made = spawnSync("openssl", [
		..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=api.example.org".split(
			" ",
		),
		"-keyout",
		join(folder, "key.pem"),
		"-out",
		join(folder, "certificate.pem"),
	]);
	if (made.status !== 0) throw new Error(String(made.stderr));
}

function ask(
	port: number,
	path: string,
	headers: Record<string, string> = {},
	body?: string,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const asking = request(
			{
				host: "127.0.0.1",
				port,
				path,
				headers: { host: "api.example.org", ...headers },
				method: body === undefined ? "GET" : "POST",
				rejectUnauthorized: false,
			},
			async (answer) => {
				const parts: Buffer[] = [];
				for await (const part of answer) parts.push(part);
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) });
			},
		);
		asking.on("error", reject);
		asking.end(body);
	});
}
