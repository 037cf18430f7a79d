import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { makeFolder } from "../sources/folder.fixture.ts";
import { appendBody } from "./append.ts";
import { isUploadable, openUploadFolder } from "./folder.ts";
import { createUploadReceiver } from "./receiver.ts";

const hasRoom = async () => true;
const file = (content = "") => join(makeFolder({ "a.csv": Buffer.from(content) }), "a.csv");

test("appends every chunk except one that would exceed the size limit", async () => {
	const path = file("abc");
	const body = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));
	expect(await appendBody(path, body("de", "f"), { at: 3, limitBytes: 6, hasRoom })).toEqual({
		outcome: "whole",
		sizeBytes: 6,
	});
	expect(await appendBody(path, body("g", "hi"), { at: 6, limitBytes: 8, hasRoom })).toEqual({
		outcome: "too_long",
		sizeBytes: 7,
	});
	expect(readFileSync(path, "utf8")).toBe("abcdefg");
});

test("keeps bytes received before a disconnect or a full disk; other errors are thrown", async () => {
	const failing = (code: string) =>
		(async function* () {
			yield Buffer.from("ab");
			throw Object.assign(new Error(code), { code });
		})();
	const path = file();
	expect(await appendBody(path, failing("ECONNRESET"), { at: 0, limitBytes: 9, hasRoom })).toEqual({
		outcome: "cut_off",
		sizeBytes: 2,
	});
	expect(await appendBody(path, failing("ENOSPC"), { at: 2, limitBytes: 9, hasRoom })).toEqual({
		outcome: "no_room",
		sizeBytes: 4,
	});
	await expect(appendBody(path, failing("EIO"), { at: 4, limitBytes: 9, hasRoom })).rejects.toThrow("EIO");
});

test("stops when something else has filled the disk meanwhile, and keeps what arrived", async () => {
	const path = file();
	const rooms = [true, false];
	const hasRoomOnce = async () => rooms.shift() ?? false;
	const mebibytes = (count: number) =>
		Readable.from(Array.from({ length: count }, () => Buffer.alloc(2 ** 20)));
	const appended = await appendBody(path, mebibytes(9), { at: 0, limitBytes: 2 ** 30, hasRoom: hasRoomOnce });
	expect(appended).toEqual({ outcome: "no_room", sizeBytes: 4 * 2 ** 20 });
});

test("a newer request takes over a file and cuts off one that is still sending", async () => {
	const folder = openUploadFolder(makeFolder({}));
	const upload = { importId: "0".repeat(26), name: "a.csv" };
	await folder.create(upload);
	const receiver = createUploadReceiver(folder);
	const hanging = new Readable({ read: () => undefined });
	hanging.push(Buffer.from("ab"));
	const first = receiver.receive(upload, hanging, 0, 9).catch((fault) => fault);
	while ((await folder.sizeBytes(upload)) !== 2) await new Promise((resolve) => setImmediate(resolve));
	expect(await receiver.offset(upload)).toBe(2);
	await first;
	const rest = await receiver.receive(upload, Readable.from([Buffer.from("cd")]), 2, 9);
	expect(rest).toEqual({ outcome: "whole", sizeBytes: 4 });
	expect(await receiver.receive(upload, Readable.from([]), 2, 9)).toEqual({
		outcome: "elsewhere",
		sizeBytes: 4,
	});
});

test("an upload folder generates one id for concurrent callers and tracks its imports by id", async () => {
	const path = makeFolder({});
	const ids = await Promise.all([1, 2, 3].map(() => openUploadFolder(path).id()));
	expect(new Set(ids).size).toBe(1);
	expect(await openUploadFolder(makeFolder({})).id()).not.toBe(ids[0]);
	const folder = openUploadFolder(path);
	expect(await folder.id()).toBe(ids[0]);
	await folder.create({ importId: "1".repeat(26), name: "../../x.ZIP" });
	expect(await folder.importIds()).toEqual(["1".repeat(26)]);
	await folder.removeOf("1".repeat(26));
	expect(await folder.importIds()).toEqual([]);
	expect([isUploadable("a.zip"), isUploadable("zip"), isUploadable("a.zip.exe")]).toEqual([
		true,
		false,
		false,
	]);
});
