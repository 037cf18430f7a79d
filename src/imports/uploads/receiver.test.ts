import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openUploadFolder } from "./folder.ts";
import { createUploadReceiver } from "./receiver.ts";

test("of several requests resuming one file at once, only the last writes; the others are cut off", async () => {
	const place = mkdtempSync(join(tmpdir(), "packshot-receiver-"));
	onTestFinished(() => rmSync(place, { recursive: true }));
	const folder = openUploadFolder(place);
	const file = { importId: "01k0000000000000000000000a", name: "a.csv" };
	await folder.create(file);
	const receiver = createUploadReceiver(folder);
	const bodies = [new PassThrough(), new PassThrough(), new PassThrough()];
	const received = bodies.map((body) => receiver.receive(file, body, 0, 4));
	const cutOff = await Promise.all(received.slice(0, 2));
	expect(cutOff.map(({ outcome }) => outcome)).toEqual(["cut_off", "cut_off"]);
	expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
	bodies[2]?.end("abcd");
	expect(await received[2]).toEqual({ outcome: "whole", sizeBytes: 4 });
	expect(readFileSync(folder.path(file), "utf8")).toBe("abcd");
});
