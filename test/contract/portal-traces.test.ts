import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTrace } from "../../src/cli/trace.ts";
import { checkCases } from "../../src/leaks/cases/check-cases.ts";
import { removeCaseFiles } from "../../src/leaks/cases/retention.ts";
import { traceNextCase } from "../../src/leaks/cases/runner.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { runCommands } from "../support/command-line.ts";
import { newPerson } from "../support/portal.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** Tracing leaks on the pages: cases, their files, and what third parties can verify. */

let packshot: TestService;
let tracer: Awaited<ReturnType<typeof newPerson>>;
let administrator: Awaited<ReturnType<typeof newPerson>>;
let leaker: TestClient;
let leak: Buffer;
const barcode = newBarcode();
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_SESSION_IDLE_MINUTES: "525600" } });
	tracer = await newPerson(packshot, { roles: ["tracer"] });
	administrator = await newPerson(packshot, { isAdministrator: true });
	leaker = await packshot.client({ name: "Corner shop" });
	for (let i = 0; i < 5; i++) await packshot.client();
	await packshot.product(everyScope(barcode));
	await packshot.picture(barcode, "front", { seed: 3 });
	const { bytes } = await packshot.call(await signedUrl(packshot, leaker, barcode));
	const copy = sharp(bytes).withExif({ IFD0: { Artist: "Somebody innocent" } });
	leak = await copy.jpeg({ quality: 80 }).toBuffer();
});
afterAll(() => packshot.close());

async function addLeak(caseId: string, bytes: Uint8Array, name = "found.jpg") {
	const response = await fetch(
		`${packshot.origin}${PORTAL_PATH}/admin/traces/${caseId}/leaks?name=${encodeURIComponent(name)}`,
		{
			method: "POST",
			headers: {
				cookie: tracer.cookie!,
				origin: packshot.origin,
				"x-packshot-csrf": tracer.csrf!,
				"content-type": "application/octet-stream",
			},
			body: bytes as BodyInit,
		},
	);
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
	return { status: response.status, body: (await response.json()) as any };
}

async function opened(body: object = { name: "A case" }) {
	const { body: made } = await tracer.ask("POST /admin/traces", { body });
	return { case_id: made.case_id as string };
}
const shown = async (path: { case_id: string }) =>
	(await tracer.ask("GET /admin/traces/{case_id}", { path })).body;

async function fetched(path: string) {
	const response = await fetch(`${packshot.origin}${PORTAL_PATH}${path}`, {
		headers: { cookie: administrator.cookie! },
	});
	return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

describe("a case with a client's leaked copy", () => {
	let path: { case_id: string };
	let file: Buffer;
	const inFolder = async (bytes: Uint8Array, ...more: string[]) => {
		const folder = mkdtempSync(join(tmpdir(), "packshot-recheck-"));
		const name = join(folder, "case.tar");
		writeFileSync(name, bytes);
		// Another installation without any of this one's data: the folder does not even exist.
		const settings = { PACKSHOT_DATA: join(folder, "none") };
		const answer = await runCommands([addTrace], ["trace", "--case", name, ...more], settings);
		rmSync(folder, { recursive: true });
		return answer;
	};

	test("is traced to the client, with its deliveries, the request that paid and the probability in words", async () => {
		path = await opened({ name: "Found at מכולת", note: "On a shelf tag.\nSeen on Monday." });
		expect((await addLeak(path.case_id, leak, "shelf.jpg")).status).toBe(201);
		const waiting = await tracer.ask("POST /admin/traces/{case_id}/trace", { path });
		expect(waiting.body).toMatchObject({ status: "waiting", waiting_before: 0, verdict: null, result: null });
		expect(await traceNextCase(packshot.installation)).toBe(true);
		const found = await shown(path);
		expect(found).toMatchObject({
			status: "done",
			verdict: "identified",
			problem: null,
			created_by: tracer.email,
			named: [{ client_id: leaker.clientId, client_name: "Corner shop" }],
			leaks: [{ leak: 1, name: "shelf.jpg", content_type: "image/jpeg", width: 176, height: 176 }],
		});
		expect(found.leaks[0].shows).toMatchObject({ barcode, variant: "front" });
		// How far the mark moves the hash depends on the client's seed.
		expect(found.leaks[0].shows.found_by).toMatch(/^(hash|corners)$/);
		const [first, second] = found.result.candidates;
		expect(first).toMatchObject({ is_named: true, delivery_count: 1, evidence: [1] });
		expect(first.probability_words).toMatch(/^(at most|less than) 1 in /);
		const { request_id } = (await packshot.ledger(leaker)).at(-1)!;
		expect(first.deliveries).toEqual([
			{ at: new Date(packshot.clock.now()).toISOString(), address: "127.0.0.1", request_id, person: null },
		]);
		expect(second).toMatchObject({ is_named: false, evidence: [] });
		expect(found.result.clients_scored).toBe(8);
		expect(found.result.origin).not.toBeNull();
	});

	test("has a preview without the metadata of the file, and an image of the cells that point to the client", async () => {
		const preview = await fetched(`/admin/traces/${path.case_id}/leaks/1`);
		expect(preview.type).toBe("image/webp");
		expect((await sharp(leak).metadata()).exif?.toString()).toContain("Somebody innocent");
		const metadata = await sharp(preview.bytes).metadata();
		expect(metadata).toMatchObject({ format: "webp", width: 176 });
		expect(metadata).not.toHaveProperty("exif");
		const evidence = await fetched(`/admin/traces/${path.case_id}/evidence/1/1`);
		expect(await sharp(evidence.bytes).metadata()).toMatchObject({ format: "png", height: 900 });
	});

	test("exports a case file that another installation can check and that names no innocent client", async () => {
		file = (await fetched(`/admin/traces/${path.case_id}/file`)).bytes;
		const { document, stdout } = await inFolder(file, "--json");
		const { result } = await shown(path);
		expect(document).toMatchObject({ sha256: result.case_sha256, verdict: "identified", clients_scored: 8 });
		expect(document.named).toMatchObject([{ client_id: leaker.clientId, client_name: "Corner shop" }]);
		expect(document.named[0].score).toBeCloseTo(result.candidates[0].score, 1);
		expect(document.innocents.shown).toBe(7);
		expect(stdout).not.toContain("Test client");
		const text = (await inFolder(file)).stdout;
		expect(text).toContain(`sha256 ${result.case_sha256}`);
		expect(text).toContain("This is evidence, not proof.");
	});

	test("fails verification when its case file was altered", async () => {
		const altered = (find: string, put: string) => {
			const bytes = Buffer.from(file);
			const at = bytes.indexOf(find);
			expect([at >= 0, put.length]).toEqual([true, find.length]);
			bytes.write(put, at);
			return bytes;
		};
		const picture = Buffer.from(file);
		const jpeg = picture.indexOf(leak);
		picture[jpeg + 700]! ^= 1;
		const other = leaker.clientId.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
		const wrong: [Uint8Array, RegExp][] = [
			[picture, /leak-1 was altered/],
			[altered(`"client_id": "${leaker.clientId}"`, `"client_id": "${other}"`), /case\.json was altered/],
			[altered("Corner shop", "Copper shop"), /case\.json was altered/],
			[
				altered(
					`"barcode": "${barcode}"`,
					`"barcode": "${barcode.replace(/.$/, (last) => (last === "1" ? "2" : "1"))}"`,
				),
				/case\.json was/,
			],
			[altered('"made_at": "2027', '"made_at": "2026'), /case\.json was altered/],
			[altered("This is evidence, not proof.", "This is evidence, and proof."), /case\.json was altered/],
			[altered('"verdict": "identified"', '"verdict": "inconclusiv'), /case\.json/],
			[altered('"clients_scored": 8', '"clients_scored": 9'), /case\.json was altered/],
			[file.subarray(0, 900), /not a case file/],
			[leak, /not a case file/],
		];
		for (const [bytes, message] of wrong) {
			const { code, stderr } = await inFolder(bytes);
			expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
			expect(stderr).not.toContain("bug in packshot");
		}
	});

	test("is told from any other file by the SHA-256 that is printed with the case", async () => {
		const { result } = await shown(path);
		const printed = await inFolder(file, "--sha256", result.case_sha256.toUpperCase());
		expect([printed.code, printed.stdout]).toEqual([
			0,
			expect.stringContaining("the file is the one that was printed"),
		]);
		const { document } = await inFolder(file, "--sha256", result.case_sha256, "--json");
		expect(document.is_printed).toBe(true);
		const another = await inFolder(file, "--sha256", "0".repeat(64));
		expect([another.code, another.stderr]).toEqual([
			1,
			expect.stringContaining("another file than the one that was printed"),
		]);
		expect((await inFolder(file, "--sha256", "abc")).code).toBe(2);
	});

	test("says of what it cannot check that its maker states it", async () => {
		const { stdout } = await inFolder(file);
		const [checked = "", stated = ""] = stdout.split("stated by its maker, and shown to be true by nothing");
		expect(checked).toContain("compare it with the printed case");
		for (const claim of ["Corner shop", barcode, "shelf.jpg", "made at", "127.0.0.1"]) {
			expect([claim, checked.includes(claim), stated.includes(claim)]).toEqual([claim, false, true]);
		}
		expect(stdout).not.toMatch(/unchanged|verified|proves/);
	});

	test("is found by its note, product, client and name, and the event log records who did what", async () => {
		for (const search of ["monday", barcode, "corner SHOP", "מכולת"]) {
			const { body } = await tracer.ask("GET /admin/traces", { query: { search } });
			expect(body.data).toMatchObject([{ ...path, verdict: "identified", leak_count: 1 }]);
		}
		await tracer.ask("PATCH /admin/traces/{case_id}", { path, body: { state: "closed", note: "Paid." } });
		const closed = await tracer.ask("GET /admin/traces", { query: { state: "closed" } });
		expect(closed.body.data).toMatchObject([{ ...path, note: "Paid." }]);
		expect((await tracer.ask("GET /admin/traces", { query: { search: "%" } })).body.data).toEqual([]);
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: path.case_id } });
		expect(body.data).toMatchObject(
			["case.changed", "case.fetched", "case.traced", "case.opened"].map((action) => ({
				action,
				account_email: action === "case.fetched" ? administrator.email : tracer.email,
			})),
		);
	});

	test("is settled: adding a leak, tracing again and cancelling are rejected", async () => {
		expect((await addLeak(path.case_id, leak)).body.error).toBe("case_settled");
		expect((await tracer.ask("POST /admin/traces/{case_id}/trace", { path })).body.error).toBe(
			"case_settled",
		);
		expect((await tracer.ask("POST /admin/traces/{case_id}/cancel", { path })).body.error).toBe(
			"case_not_running",
		);
	});

	test("is deleted only with its exact name, and its files a day later", async () => {
		const remove = (name: string) => tracer.ask("DELETE /admin/traces/{case_id}", { path, body: { name } });
		expect((await remove("found at מכולת")).body.error).toBe("other_name");
		const { installation, clock } = packshot;
		const files = await installation.db.read.selectFrom("leak_case_file").select("stored_blob").execute();
		const [{ stored_blob: blob } = { stored_blob: "" }] = files;
		expect(await checkCases(installation, { read: true })).toMatchObject({ files: files.length, faults: [] });
		expect((await remove("Found at מכולת")).status).toBe(204);
		expect((await tracer.ask("GET /admin/traces/{case_id}", { path })).body.error).toBe("not_found");
		expect((await fetched(`/admin/traces/${path.case_id}/leaks/1`)).type).toContain("json");
		await removeCaseFiles(installation, clock.now());
		expect((await installation.blobs.get(blob)).length).toBeGreaterThan(0);
		clock.advance(86_400_000);
		await removeCaseFiles(installation, clock.now());
		await expect(installation.blobs.get(blob)).rejects.toThrow();
		expect(await checkCases(installation, { read: true })).toEqual({ files: 0, faults: [] });
	});
});

describe("a case", () => {
	test("with an unknown picture names nobody and has no case file", async () => {
		const grey = { create: { width: 90, height: 90, channels: 3, background: "#777" } } as const;
		const path = await opened();
		await addLeak(path.case_id, await sharp(grey).png().toBuffer());
		await tracer.ask("POST /admin/traces/{case_id}/trace", { path });
		await traceNextCase(packshot.installation);
		expect(await shown(path)).toMatchObject({
			status: "done",
			verdict: "inconclusive",
			leaks: [{ shows: null }],
			result: { candidates: [], case_sha256: null, origin: null },
		});
		expect((await fetched(`/admin/traces/${path.case_id}/file`)).type).toContain("json");
	});

	test("accepts only pictures, and at most 10", async () => {
		const path = await opened();
		const svg =
			'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
		for (const bytes of ["plain text", svg]) {
			const { status, body } = await addLeak(path.case_id, Buffer.from(bytes));
			expect([status, body.error]).toEqual([422, "not_a_picture"]);
		}
		expect((await addLeak(path.case_id, new Uint8Array())).body.error).toBe("bad_request");
		expect((await addLeak(path.case_id, Buffer.alloc(20 * 1024 * 1024 + 1))).status).toBe(413);
		expect((await tracer.ask("POST /admin/traces/{case_id}/trace", { path })).body.error).toBe(
			"case_without_leaks",
		);
		const row = (i: number) => `('${path.case_id}', 'leak-${i}', 'image/png', 1, 'x', 'cases/x')`;
		await packshot.alter(`insert into leak_case_file (case_id, file, content_type, size_bytes, sha256, stored_blob)
			values ${Array.from({ length: 10 }, (_, i) => row(i + 1)).join(", ")}`);
		expect((await addLeak(path.case_id, leak)).body.error).toBe("case_full");
		const damaged = await checkCases(packshot.installation, { read: false });
		expect(damaged.faults).toContainEqual({ caseId: path.case_id, file: "leak-1", problem: "missing" });
		await tracer.ask("DELETE /admin/traces/{case_id}", { path, body: { name: "A case" } });
	});

	test("is not traced after being cancelled until tracing is requested again", async () => {
		const path = await opened();
		await addLeak(path.case_id, leak);
		await tracer.ask("POST /admin/traces/{case_id}/trace", { path });
		const cancelled = await tracer.ask("POST /admin/traces/{case_id}/cancel", { path });
		expect(cancelled.body.status).toBe("cancelled");
		expect(await traceNextCase(packshot.installation)).toBe(false);
		await tracer.ask("POST /admin/traces/{case_id}/trace", { path });
		const stopped = AbortSignal.abort(new Error("the server ends"));
		expect(await traceNextCase(packshot.installation, stopped)).toBe(true);
		expect((await shown(path)).status).toBe("waiting");
		await tracer.ask("POST /admin/traces/{case_id}/cancel", { path });
	});

	test.each([
		{ name: "" },
		{ name: "x", barcode: "4011", variant: "sideways" },
		{ name: "x", variant: "front" },
		{ name: "a\u202Eb" },
	])("400 for %j", async (body) => {
		expect((await tracer.ask("POST /admin/traces", { body })).body.error).toBe("bad_request");
	});

	test("400 for an invalid barcode, 404 for an unknown case", async () => {
		const made = await tracer.ask("POST /admin/traces", { body: { name: "x", barcode: "12" } });
		expect(made.body.error).toBe("invalid_barcode");
		const path = { case_id: "case_none" };
		expect(
			(await tracer.ask("PATCH /admin/traces/{case_id}", { path, body: { state: "closed" } })).body.error,
		).toBe("not_found");
		expect(
			(await tracer.ask("DELETE /admin/traces/{case_id}", { path, body: { name: "x" } })).body.error,
		).toBe("not_found");
		expect((await addLeak("case_none", leak)).body.error).toBe("not_found");
	});
});
