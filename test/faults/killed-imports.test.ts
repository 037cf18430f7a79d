import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { MAIN, startBuiltServer } from "../support/built-server.ts";
import { cardBarcodes, drawnCard } from "../support/drawn-card.ts";
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

/** The browser of an administrator of the running server. */
async function administrator(email: string, server: Server) {
	const { one_time_password } = command("user", "create", "--email", email, "--admin");
	const { session, call } = caller();
	session.origin = new URL(server.url).origin;
	await call("POST", "/session", { email, password: one_time_password });
	await call("POST", "/password", { current: one_time_password, new: PASSWORD });
	await call("POST", "/session", { email, password: PASSWORD });
	/** Looks at an import until it is as wanted. */
	const until = async (path: string, is: (batch: Record<string, never>) => boolean) => {
		for (;;) {
			const { body } = await call("GET", path);
			if (is(body)) return body;
			await sleep(100);
		}
	};
	return { session, call, until };
}

test("an upload and an import resume after the server is killed in the middle of each", async () => {
	let server = await startBuiltServer(environment);
	const { session, call, until } = await administrator("editor@example.com", server);
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
	const checked = await until(path, ({ state }) => state === "checked");
	expect(checked.check.products).toEqual({ created: PRODUCTS, updated: 0, unchanged: 0 });

	await call("POST", `${path}/start`, {});
	await until(
		path,
		({ is_running, progress, state }) => (is_running && progress !== null) || state === "imported",
	);
	await kill(server);
	server = await startBuiltServer(environment);
	session.origin = new URL(server.url).origin;
	const { report } = await until(path, ({ state }) => state === "imported");
	expect(report.products.created + report.products.updated + report.products.unchanged).toBe(PRODUCTS);
	expect(report.refused).toBe(0);

	await call("POST", `${path}/undo`);
	const { undo } = await until(path, ({ state }) => state === "undone");
	expect([undo.undone, undo.kept_newer]).toEqual([PRODUCTS, 0]);
	const ended = once(server.process, "exit");
	server.process.kill("SIGTERM");
	await ended;
	expect(command("doctor")).toMatchObject({ healthy: true });
});

test("a server that is killed while it reads a card goes on with what was found, and nothing is there twice", async () => {
	const barcodes = cardBarcodes(12);
	const files = (await drawnCard(barcodes)).map(({ name, content }) => ({
		name,
		content: Buffer.from(content),
		method: 0,
	}));
	const bytes = writeZip(files);
	let server = await startBuiltServer(environment);
	const { session, call, until } = await administrator("photographer@example.com", server);
	const described = { name: "card.zip", size_bytes: bytes.length, card: true };
	const { import_id: id } = (await call("POST", "/admin/imports", described)).body;
	const path = `/admin/imports/${id}`;
	await call("PATCH", `${path}/file`, bytes, {
		"content-type": "application/offset+octet-stream",
		"upload-offset": "0",
		"tus-resumable": "1.0.0",
	});
	const index = join(folder, "uploads", `${id}.card`, "index");
	while (!existsSync(index) || readFileSync(index, "utf8").split("\n").length < 4) await sleep(20);
	await kill(server);
	const found = readFileSync(index, "utf8");
	expect(found.split("\n").length).toBeLessThan(files.length);

	server = await startBuiltServer(environment);
	session.origin = new URL(server.url).origin;
	await until(path, ({ state }) => state === "grouped");
	expect(readFileSync(index, "utf8").startsWith(found)).toBe(true);
	const { body: card } = await call("GET", `${path}/card`);
	expect(new Set(card.pictures.map(({ name }: { name: string }) => name)).size).toBe(24);
	expect(card.pictures).toHaveLength(24);
	const shown = card.groups.map(({ barcode, doubts }: Record<string, unknown>) => [barcode, doubts]);
	expect(shown.sort()).toEqual(barcodes.map((barcode) => [barcode, []]));
	await kill(server);
});
