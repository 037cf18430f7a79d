import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { endUpload } from "../../src/imports/batches/changes.ts";
import { StorageUnavailable } from "../../src/platform/db/database.ts";
import { doNextTask, importCalls, productLine, sendBytes } from "../support/imports.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
let administrator: typeof editor;
let stranger: typeof editor;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	administrator = await newPerson(packshot, { isAdministrator: true });
	stranger = await newPerson(packshot, { roles: ["accountant", "tracer"] });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const { begin, look, remove } = importCalls(() => editor);

const offsetOf = async (import_id: string) => {
	const { status, headers } = await editor.ask("HEAD /admin/imports/{import_id}/file", {
		path: { import_id },
	});
	return { status, offset: headers.get("upload-offset"), length: headers.get("upload-length") };
};
const stored = () => readdirSync(join(packshot.folder, "uploads")).filter((name) => name !== "folder-id");

describe("an upload", () => {
	test("arrives in pieces, reports its offset, and is checked when complete", async () => {
		const bytes = Buffer.from(productLine("4011", "Golden Sheaf") + productLine("4012", "Golden Sheaf"));
		const { status, body } = await begin("products.ndjson", bytes.length);
		expect([status, body.state, body.uploaded_bytes]).toEqual([201, "uploading", 0]);
		const id = body.import_id;
		expect(
			(await sendBytes(packshot, editor, id, bytes.subarray(0, 10), 0)).headers.get("upload-offset"),
		).toBe("10");
		expect(await offsetOf(id)).toEqual({ status: 200, offset: "10", length: String(bytes.length) });
		// A colleague with the same role may continue the upload.
		expect((await sendBytes(packshot, administrator, id, bytes.subarray(10), 10)).status).toBe(204);
		expect(await look(id)).toMatchObject({ state: "uploaded", task: "check", is_running: false });
		// A client that lost the last answer asks for the offset.
		expect(await offsetOf(id)).toEqual({
			status: 200,
			offset: String(bytes.length),
			length: String(bytes.length),
		});
		expect(await doNextTask(packshot)).toBe(true);
		expect(await look(id)).toMatchObject({
			state: "checked",
			task: null,
			files: [{ name: "products.ndjson", sha256: createHash("sha256").update(bytes).digest("hex") }],
			check: { products: { created: 2, updated: 0, unchanged: 0 }, refused: 0 },
			report: null,
		});
		expect(await packshot.installation.db.read.selectFrom("product").select("barcode").execute()).toEqual([]);
		await remove(id);
	});

	test("completes on the next offset request if the database failed when the last bytes arrived", async () => {
		const { body } = await begin("a.csv", 3);
		const { db } = packshot.installation;
		const { write } = db;
		const failing = vi.spyOn(db, "write").mockImplementation(async (command, input) => {
			if (command.name === endUpload.name) throw new StorageUnavailable("the disk is full");
			return write(command, input);
		});
		onTestFinished(() => failing.mockRestore());
		expect((await sendBytes(packshot, editor, body.import_id, Buffer.from("abc"), 0)).status).toBe(503);
		expect(await look(body.import_id)).toMatchObject({ state: "uploading", uploaded_bytes: 3 });
		failing.mockRestore();
		expect(await offsetOf(body.import_id)).toEqual({ status: 200, offset: "3", length: "3" });
		expect(await look(body.import_id)).toMatchObject({ state: "uploaded", task: "check" });
		await doNextTask(packshot);
		expect((await remove(body.import_id)).status).toBe(204);
	});

	test("continues only from its current offset, and never beyond its size", async () => {
		const { body } = await begin("a.csv", 10);
		const send = async (text: string, at: number) => {
			const answer = await sendBytes(packshot, editor, body.import_id, Buffer.from(text), at);
			return [answer.status, ((await answer.json()) as { error: string }).error];
		};
		expect(await send("abc", 3)).toEqual([409, "upload_offset"]);
		expect(await send("abcdefghijk", 0)).toEqual([400, "bad_request"]);
		expect((await offsetOf(body.import_id)).offset).toBe("0");
		const nowhere = await sendBytes(packshot, editor, body.import_id, Buffer.from("a"), 0, {
			"upload-offset": "-1",
		});
		expect(nowhere.status).toBe(400);
		await remove(body.import_id);
	});

	test("is rejected from another origin or without a CSRF token", async () => {
		const { body } = await begin("a.csv", 3);
		const refused = async (headers: Record<string, string | undefined>) => {
			const answer = await sendBytes(packshot, editor, body.import_id, Buffer.from("abc"), 0, headers);
			return [answer.status, ((await answer.json()) as { error: string }).error];
		};
		expect(await refused({ "x-packshot-csrf": "x" })).toEqual([403, "csrf_rejected"]);
		expect(await refused({ "x-packshot-csrf": undefined })).toEqual([403, "csrf_rejected"]);
		expect(await refused({ origin: "https://evil.example" })).toEqual([403, "csrf_rejected"]);
		expect(await refused({ cookie: "" })).toEqual([401, "not_signed_in"]);
		const byStranger = await sendBytes(packshot, stranger, body.import_id, Buffer.from("abc"), 0);
		expect(byStranger.status).toBe(403);
		expect((await offsetOf(body.import_id)).offset).toBe("0");
		await remove(body.import_id);
	});

	describe("speaks tus 1.0.0:", () => {
		const TUS = "1.0.0";
		const headOf = (import_id: string, headers: Record<string, string>, cookie = editor.cookie ?? "") =>
			fetch(`${packshot.origin}/portal/api/admin/imports/${import_id}/file`, {
				method: "HEAD",
				headers: { cookie, ...headers },
			});

		test.each([undefined, "0.2.2", "1.0.1", "", "1.0.0, 1.0.0"])(
			"412 with Tus-Version for the version %j, and nothing is stored",
			async (version) => {
				const { body } = await begin("a.csv", 3);
				const headers = { "tus-resumable": version };
				const sent = await sendBytes(packshot, editor, body.import_id, Buffer.from("abc"), 0, headers);
				const asked = await headOf(body.import_id, version === undefined ? {} : { "tus-resumable": version });
				for (const answer of [sent, asked]) {
					expect(answer.status).toBe(412);
					expect(answer.headers.get("tus-version")).toBe(TUS);
					expect(answer.headers.get("tus-resumable")).toBe(TUS);
				}
				expect((await offsetOf(body.import_id)).offset).toBe("0");
				await remove(body.import_id);
			},
		);

		test.each([undefined, "text/plain", "application/json", "application/octet-stream"])(
			"415 for the content type %j, and nothing is stored",
			async (type) => {
				const { body } = await begin("a.csv", 3);
				const headers = { "content-type": type };
				const sent = await sendBytes(packshot, editor, body.import_id, Buffer.from("abc"), 0, headers);
				expect([sent.status, sent.headers.get("tus-resumable")]).toEqual([415, TUS]);
				expect((await offsetOf(body.import_id)).offset).toBe("0");
				await remove(body.import_id);
			},
		);

		test("its content type may be in any case of letters", async () => {
			const { body } = await begin("a.csv", 3);
			const headers = { "content-type": "Application/Offset+Octet-Stream" };
			const sent = await sendBytes(packshot, editor, body.import_id, Buffer.from("ab"), 0, headers);
			expect([sent.status, sent.headers.get("upload-offset")]).toEqual([204, "2"]);
			await remove(body.import_id);
		});

		test("every refusal has Tus-Resumable, and no offset that a client could take for its own", async () => {
			const { body } = await begin("a.csv", 3);
			const id = body.import_id;
			const send = (headers: Record<string, string | undefined>, importId = id, offset = 0) =>
				sendBytes(packshot, editor, importId, Buffer.from("abc"), offset, headers);
			const refusals = await Promise.all([
				send({ cookie: "" }),
				send({ "x-packshot-csrf": "x" }),
				send({}, "nowhere"),
				send({}, id, 2),
				send({ "upload-offset": undefined }),
				sendBytes(packshot, stranger, id, Buffer.from("abc"), 0),
				headOf("nowhere", { "tus-resumable": TUS }),
				headOf(id, { "tus-resumable": TUS }, ""),
			]);
			expect(refusals.map(({ status }) => status)).toEqual([401, 403, 404, 409, 400, 403, 404, 401]);
			for (const { headers } of refusals) {
				expect([headers.get("tus-resumable"), headers.get("cache-control")]).toEqual([TUS, "no-store"]);
				expect(headers.get("upload-offset")).toBeNull();
			}
			await remove(id);
		});

		test("HEAD tells offset and length, and is never cached", async () => {
			const { body } = await begin("a.csv", 3);
			const { status, headers } = await headOf(body.import_id, { "tus-resumable": TUS });
			const told = ["upload-offset", "upload-length", "cache-control", "tus-resumable"].map((name) =>
				headers.get(name),
			);
			expect([status, ...told]).toEqual([200, "0", "3", "no-store", TUS]);
			await remove(body.import_id);
		});
	});

	test("is stored under its id alone when its name is a path", async () => {
		const { body } = await begin("../../../etc/passwd.csv", 3);
		expect(stored()).toEqual([`${body.import_id}.csv`]);
		expect(body.files[0].name).toBe("../../../etc/passwd.csv");
		expect((await remove(body.import_id)).status).toBe(204);
		expect(stored()).toEqual([]);
	});

	test.each([
		["photo.exe", 1],
		["zip", 1],
		["a.csv", 0],
		["a.csv", 20 * 2 ** 30 + 1],
		["a\u202e.csv", 1],
	])("is rejected for %s of %d bytes", async (name, size) => {
		expect((await begin(name, size)).body.error).toBe("bad_request");
	});

	test("is limited to 10 waiting uploads per account", async () => {
		const person = await newPerson(packshot, { roles: ["catalogue_editor"] });
		const all = await Promise.all(Array.from({ length: 12 }, (_, at) => begin(`${at}.csv`, 1, person)));
		expect(all.map(({ status }) => status).sort()).toEqual([...new Array(10).fill(201), 409, 409]);
		expect(all.find(({ status }) => status === 409)?.body.error).toBe("upload_limit_reached");
		for (const { body } of all) if (body.import_id) await remove(body.import_id);
	});

	test("is 507 with Retry-After when the disk has no space left beside the uploads that have begun", async () => {
		const { body } = await begin("large.zip", 1);
		// More than any disk has.
		await packshot.alter(
			`update import_batch set size_bytes = ${2 ** 52} where import_id = '${body.import_id}'`,
		);
		const full = await begin("small.zip", 1);
		expect([full.status, full.body.error]).toEqual([507, "disk_full"]);
		expect(full.headers.get("retry-after")).toBe("300");
		await remove(body.import_id);
		const fits = await begin("small.zip", 1);
		expect(fits.status).toBe(201);
		await remove(fits.body.import_id);
	});
});
