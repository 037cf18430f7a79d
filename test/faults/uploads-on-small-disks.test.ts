import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { sweepUploads } from "../../src/imports/batches/upload-work.ts";
import { openUploadFolder } from "../../src/imports/uploads/folder.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { fillReserve } from "../../src/platform/db/sqlite/reserve.ts";
import { freeBytesNow } from "../../src/platform/disk-room.ts";
import { HOUR_SECONDS } from "../../src/platform/time/durations.ts";
import { doNextTask, importCalls, productLine, sendBytes } from "../support/imports.ts";
import { type Browser, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { type SmallDisk, smallDisk, whyNoDisk } from "../support/small-disk.ts";

/** Uploads on a disk that they could fill. */

const reason = whyNoDisk();
if (reason) console.info(`small disks are not tried: ${reason}`);

const MEBIBYTE = 2 ** 20;
const RESERVE_MEBIBYTES = 24;

interface Started {
	readonly packshot: TestService;
	readonly disk: SmallDisk;
	readonly folder: string;
}

async function started(mebibytes: number): Promise<Started> {
	const disk = smallDisk(mebibytes * 1024);
	const folder = join(disk.folder, "data");
	mkdirSync(folder, { mode: 0o700 });
	const settings = {
		PACKSHOT_DISK_RESERVE_MEBIBYTES: String(RESERVE_MEBIBYTES),
		PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
	};
	const packshot = await startService({ folder, settings });
	onTestFinished(async () => {
		await packshot.close();
		disk.remove();
	});
	return { packshot, disk, folder };
}

const editorOf = (packshot: TestService) => newPerson(packshot, { roles: ["catalogue_editor"] });
const freeMebibytes = (folder: string) => freeBytesNow(folder) / MEBIBYTE;

/** The file of an upload, by its id. */
const fileOf = (folder: string, importId: string) => join(folder, "uploads", `${importId}.zip`);

/** Sends bytes as a page does. */
function sendTo(
	{ origin }: TestService,
	{ cookie, csrf }: Browser,
	path: string,
	bytes: Buffer,
): Promise<Response> {
	const headers = { origin, cookie: cookie ?? "", "x-packshot-csrf": csrf ?? "1" };
	return fetch(`${origin}${PORTAL_PATH}${path}`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/octet-stream" },
		body: bytes as BodyInit,
	});
}

describe.skipIf(reason !== undefined)("on a small disk", () => {
	test.each([10, 50])(
		"%i parallel begins are granted no more than there is room for, and the bytes of those that are fit",
		async (begins) => {
			const { packshot, folder } = await started(128);
			const people = await Promise.all(
				Array.from({ length: Math.ceil(begins / 10) }, () => editorOf(packshot)),
			);
			const { begin } = importCalls(() => people[0] as (typeof people)[number]);
			const roomMebibytes = freeMebibytes(folder) - RESERVE_MEBIBYTES;
			const each = 20;
			const outcomes = await Promise.all(
				Array.from({ length: begins }, (_, place) =>
					begin(`${place}.zip`, each * MEBIBYTE, people[place % people.length]),
				),
			);
			const granted = outcomes.filter(({ status }) => status === 201);
			expect(granted).toHaveLength(Math.floor(roomMebibytes / each));
			for (const { status, body } of outcomes) if (status !== 201) expect(body.error).toBe("disk_full");
			const [person] = people;
			if (!person) throw new Error("nobody");
			const arrived = await Promise.all(
				granted.map(({ body }) =>
					sendBytes(packshot, person, body.import_id, Buffer.alloc(each * MEBIBYTE), 0),
				),
			);
			expect(arrived.map(({ status }) => status)).toEqual(granted.map(() => 204));
			expect(freeMebibytes(folder)).toBeGreaterThanOrEqual(RESERVE_MEBIBYTES - 2);
			expect((await begin("late.zip", each * MEBIBYTE)).status).toBe(507);
		},
	);

	test("parallel appends stop at the reserve when something else fills the disk, keep what arrived, and go on once it is freed", async () => {
		const { packshot, folder } = await started(128);
		const editor = await editorOf(packshot);
		const { begin, look } = importCalls(() => editor);
		const whole = Buffer.alloc(30 * MEBIBYTE);
		const ids = [];
		for (const name of ["a.zip", "b.zip"])
			ids.push((await begin(name, whole.length)).body.import_id as string);
		const other = join(folder, "..", "of-something-else");
		writeFileSync(other, Buffer.alloc(60 * MEBIBYTE));
		const cut = await Promise.all(ids.map((id) => sendBytes(packshot, editor, id, whole, 0)));
		expect(cut.map(({ status }) => status)).toEqual([507, 507]);
		// Each may be in the middle of its four mebibytes.
		expect(freeMebibytes(folder)).toBeGreaterThan(RESERVE_MEBIBYTES - 10);
		const client = await packshot.client({}, "1");
		await packshot.product({ barcode: "4011" });
		expect((await packshot.call("/products/4011", { client, method: "HEAD" })).status).toBe(200);
		rmSync(other);
		for (const id of ids) {
			const at = (await look(id)).uploaded_bytes as number;
			expect(at).toBeGreaterThan(0);
			expect((await sendBytes(packshot, editor, id, whole.subarray(at), at)).status).toBe(204);
		}
	});

	test("a begin that nobody continued keeps its room for an hour, and gives it up when another needs it", async () => {
		const { packshot, folder } = await started(128);
		const editor = await editorOf(packshot);
		const { begin, look } = importCalls(() => editor);
		const idle = (await begin("idle.zip", 60 * MEBIBYTE)).body.import_id as string;
		await sendBytes(packshot, editor, idle, Buffer.alloc(MEBIBYTE), 0);
		expect((await begin("next.zip", 60 * MEBIBYTE)).status).toBe(507);
		const longAgo = Date.now() / 1000 - HOUR_SECONDS - 1;
		utimesSync(fileOf(folder, idle), longAgo, longAgo);
		expect((await begin("small.zip", MEBIBYTE)).status).toBe(201);
		expect((await look(idle)).state).toBe("uploading");
		expect((await begin("next.zip", 60 * MEBIBYTE)).status).toBe(201);
		expect(await look(idle)).toMatchObject({ state: "expired", has_file: false });
		expect((await sendBytes(packshot, editor, idle, Buffer.alloc(1), MEBIBYTE)).status).toBe(404);
	});

	test("unfinished uploads that are idle are swept when the disk is short, finished ones are not", async () => {
		const { packshot, folder } = await started(128);
		const editor = await editorOf(packshot);
		const { begin, look } = importCalls(() => editor);
		const ids: string[] = [];
		for (const name of ["idle", "finished", "active"] as const) {
			const { body } = await begin(`${name}.zip`, name === "finished" ? MEBIBYTE : 2 * MEBIBYTE);
			ids.push(body.import_id);
			await sendBytes(packshot, editor, body.import_id, Buffer.alloc(MEBIBYTE), 0);
			if (name === "active") continue;
			const longAgo = Date.now() / 1000 - HOUR_SECONDS - 1;
			utimesSync(fileOf(folder, body.import_id), longAgo, longAgo);
		}
		const { db, clock } = packshot.installation;
		const uploads = openUploadFolder(join(folder, "uploads"), RESERVE_MEBIBYTES * MEBIBYTE);
		const states = async () => Promise.all(ids.map(async (id) => (await look(id)).state));
		await sweepUploads(db, clock, uploads);
		expect(await states()).toEqual(["uploading", "uploaded", "uploading"]);
		writeFileSync(
			join(folder, "..", "of-something-else"),
			Buffer.alloc(Math.floor((freeMebibytes(folder) - 20) * MEBIBYTE)),
		);
		await sweepUploads(db, clock, uploads);
		expect(await states()).toEqual(["expired", "uploaded", "uploading"]);
	});

	test("imports, proposals, leaks and orders leave the reserve to charges", async () => {
		const { packshot, folder } = await started(128);
		const editor = await editorOf(packshot);
		const { begin, act, look } = importCalls(() => editor);
		const line = productLine("4012", "Golden Sheaf");
		const { body } = await begin("a.ndjson", line.length);
		await sendBytes(packshot, editor, body.import_id, Buffer.from(line), 0);
		await doNextTask(packshot);
		const proposer = await newPerson(packshot, {});
		await packshot.alter(`update account set proposes_as = 'Shop' where email = '${proposer.email}'`);
		const tracer = await newPerson(packshot, { roles: ["tracer"] });
		const client = await packshot.client({}, "10");
		await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
		const other = join(folder, "..", "of-something-else");
		writeFileSync(other, Buffer.alloc(Math.floor((freeMebibytes(folder) - 20) * MEBIBYTE)));

		await act(body.import_id, "start");
		await doNextTask(packshot);
		expect(await look(body.import_id)).toMatchObject({
			state: "failed",
			failure: "the disk is nearly full: the rest is kept for charges and sign-ins",
		});
		const path = {
			case_id: (await tracer.ask("POST /admin/traces", { body: { name: "A leak" } })).body.case_id,
		};
		const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "red" } })
			.png()
			.toBuffer();
		const send = (by: Browser, to: string) => sendTo(packshot, by, to, picture);
		for (const [by, to] of [
			[tracer, `/admin/traces/${path.case_id}/leaks`],
			[proposer, "/proposal-pieces"],
		] as const) {
			const { status, headers } = await send(by, to);
			expect([to, status, headers.get("retry-after")]).toEqual([to, 507, "300"]);
		}
		const order = () => packshot.call("/orders", { client, json: { items: [{ barcode: "4011" }] } });
		expect((await order()).status).toBe(503);
		expect((await packshot.call("/products/4011?include=info", { client })).status).toBe(200);
		rmSync(other);
		expect((await order()).status).toBe(201);
		await act(body.import_id, "start");
		await doNextTask(packshot);
		expect((await look(body.import_id)).state).toBe("imported");
	});

	test("that is completely full, charges are refused and health says so, but an administrator signs in and deletes", async () => {
		const { packshot, disk, folder } = await started(128);
		await fillReserve(join(folder, "reserve"));
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { begin, remove, look } = importCalls(() => administrator);
		const { body } = await begin("large.zip", 50 * MEBIBYTE);
		const id = body.import_id as string;
		await sendBytes(packshot, administrator, id, Buffer.alloc(20 * MEBIBYTE), 0);
		const client = await packshot.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }, "1000");
		const token = await client.token();
		await packshot.product({ barcode: "4011" });
		const charge = async () => (await packshot.call("/products/4011", { method: "HEAD", token })).status;
		expect(await charge()).toBe(200);
		const free = disk.fill();
		while ((await charge()) === 200);

		packshot.clock.advance(5000);
		const health = await packshot.call("/health");
		expect([health.status, health.headers.get("retry-after")]).toEqual([503, "5"]);
		expect(["failed", "no room"]).toContain(health.body.checks.database);
		for (let time = 0; time < 20; time++) {
			packshot.clock.advance(60_000);
			const signedIn = await administrator.signIn(administrator.email, PASSWORD);
			expect(signedIn.status).toBe(200);
			// Charges take nothing of what is kept for this.
			expect(await charge()).toBe(503);
		}
		expect((await remove(id)).status).toBe(204);
		expect((await look(id))?.state).toBeUndefined();
		expect(freeMebibytes(folder)).toBeGreaterThan(19);
		await expect.poll(charge).toBe(200);
		free();
		packshot.clock.advance(5000);
		expect((await packshot.call("/health")).status).toBe(200);
	});
});
