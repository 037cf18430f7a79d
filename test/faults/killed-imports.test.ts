import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { MAIN, startBuiltServer } from "../support/built-server.ts";
import { PASSWORD } from "../support/people.ts";

/** A server that is killed during an upload, and again during the import: both resume, and nothing is lost or counted twice. */

const PRODUCTS = 1500;
const folder = mkdtempSync(join(tmpdir(), "packshot-killed-imports-"));
const environment = {
	PACKSHOT_DATA: folder,
	PACKSHOT_LOG_LEVEL: "error",
	// The test polls the progress of an import ten times a second.
	PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "1000000",
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (...words: string[]) =>
	JSON.parse(
		execFileSync(process.execPath, [MAIN, ...words, "--json"], {
			env: { PATH: process.env.PATH, ...environment },
			encoding: "utf8",
		}),
	);

type Server = Awaited<ReturnType<typeof startBuiltServer>>;

async function kill(server: Server): Promise<void> {
	const gone = once(server.process, "exit");
	server.process.kill("SIGKILL");
	await gone;
}

/** Calls the portal API as one person's browser. */
function caller() {
	const session = { origin: "", cookie: "", csrf: "1" };
	async function call(method: string, path: string, body?: object | Uint8Array, more: object = {}) {
		const answer = await fetch(`${session.origin}${PORTAL_PATH}${path}`, {
			method,
			headers: {
				cookie: session.cookie,
				origin: session.origin,
				"x-packshot-csrf": session.csrf,
				...(method === "GET" || method === "HEAD" ? {} : { "content-type": "application/json" }),
				...more,
			},
			...(body ? { body: (body instanceof Uint8Array ? body : JSON.stringify(body)) as BodyInit } : {}),
		});
		session.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? session.cookie;
		const text = await answer.text();
		// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
		const said: any = text === "" ? undefined : JSON.parse(text);
		session.csrf = said?.csrf_token ?? session.csrf;
		return { status: answer.status, headers: answer.headers, body: said };
	}
	return { session, call };
}

test("an upload and an import resume after the server is killed in the middle of each", async () => {
	const { one_time_password } = command("user", "create", "--email", "editor@example.com", "--admin");
	const { session, call } = caller();
	let server = await startBuiltServer(environment);
	session.origin = new URL(server.url).origin;
	await call("POST", "/session", { email: "editor@example.com", password: one_time_password });
	await call("POST", "/password", { current: one_time_password, new: PASSWORD });
	await call("POST", "/session", { email: "editor@example.com", password: PASSWORD });

	const lines = Array.from({ length: PRODUCTS }, (_, at) =>
		JSON.stringify({ barcode: String(10_000_000 + at), info: { brand: `Brand ${at % 50}` } }),
	);
	const bytes = Buffer.from(`${lines.join("\n")}\n`);
	const begun = await call("POST", "/admin/imports", { name: "many.ndjson", size_bytes: bytes.length });
	const path = `/admin/imports/${begun.body.import_id}`;
	const send = (from: number, to: number) =>
		call("PATCH", `${path}/file`, bytes.subarray(from, to), {
			"content-type": "application/offset+octet-stream",
			"upload-offset": String(from),
			"tus-resumable": "1.0.0",
		});
	const half = Math.floor(bytes.length / 2);
	expect((await send(0, half)).status).toBe(204);
	const cutOff = send(half, bytes.length - 1).catch(() => undefined);
	await kill(server);
	await cutOff;

	server = await startBuiltServer(environment);
	session.origin = new URL(server.url).origin;
	const arrived = Number(
		(await call("HEAD", `${path}/file`, undefined, { "tus-resumable": "1.0.0" })).headers.get(
			"upload-offset",
		),
	);
	expect(arrived).toBeGreaterThanOrEqual(half);
	expect((await send(arrived, bytes.length)).status).toBe(204);
	const until = async (is: (batch: Record<string, never>) => boolean) => {
		for (;;) {
			const { body } = await call("GET", path);
			if (is(body)) return body;
			await sleep(100);
		}
	};
	const checked = await until(({ state }) => state === "checked");
	expect(checked.check.products).toEqual({ created: PRODUCTS, updated: 0, unchanged: 0 });

	await call("POST", `${path}/start`, {});
	await until(({ is_running, progress, state }) => (is_running && progress !== null) || state === "imported");
	await kill(server);
	server = await startBuiltServer(environment);
	session.origin = new URL(server.url).origin;
	const { report } = await until(({ state }) => state === "imported");
	expect(report.products.created + report.products.updated + report.products.unchanged).toBe(PRODUCTS);
	expect(report.refused).toBe(0);

	await call("POST", `${path}/undo`);
	const { undo } = await until(({ state }) => state === "undone");
	expect([undo.undone, undo.kept_newer]).toEqual([PRODUCTS, 0]);
	const ended = once(server.process, "exit");
	server.process.kill("SIGTERM");
	await ended;
	expect(command("doctor")).toMatchObject({ healthy: true });
});
