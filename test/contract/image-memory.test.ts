import { randomFillSync } from "node:crypto";
import { connect } from "node:net";
import { codeword, decodePrepared, deliver, globalMark } from "@packshot/marking/deliver";
import { encodePrepared } from "@packshot/marking/prepare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { globalMarkSeed } from "../../src/pictures/delivery/mark-formats.ts";
import { markId } from "../../src/pictures/delivery/prepared-cache.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { addImage } from "../../src/pictures/store/store.ts";
import { imageRow } from "../support/image-row.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** The memory of marked files is reused for other files; nobody may ever receive a byte of somebody else's file. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_IMAGE_CACHE_BYTES: "120000000" } });
});
afterAll(() => packshot.close());

/** More than the kernel buffers for a caller that does not read. */
const SIZE_BYTES = 12_000_000;
const CELLS = 200;

/** A prepared picture with random content: only the bytes sent matter here. */
async function storedFile(sizeBytes: number, service = packshot) {
	const base = randomFillSync(new Uint8Array(sizeBytes));
	base.set([0xff, 0xd8, 0]);
	const prepared = encodePrepared(base, {
		format: "jpeg",
		width: 8 * CELLS,
		height: 8,
		sizeBytes,
		cells: Array.from({ length: CELLS }, (_, i) => ({
			x: 8 * i,
			y: 0,
			width: 8,
			height: 8,
			patches: [{ offset: 3 + Math.floor((i * (sizeBytes - 3)) / CELLS), xor: 255 }],
		})),
	});
	const { installation } = service;
	const row = imageRow({ barcode: newBarcode() });
	await installation.blobs.put(row.watermarked_blob, prepared);
	await installation.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
	return {
		barcode: row.barcode,
		async fileOf({ clientId }: TestClient) {
			const query = installation.db.read.selectFrom("client").select("mark_seed");
			const { mark_seed } = await query.where("client_id", "=", clientId).executeTakeFirstOrThrow();
			const { flips } = decodePrepared(prepared);
			const id = markId(row.image_id, true);
			const reserved = globalMark(await globalMarkSeed(installation.db), id, CELLS);
			return deliver(base, flips, codeword(mark_seed, id, CELLS, reserved));
		},
	};
}

interface Wanted {
	readonly file: Awaited<ReturnType<typeof storedFile>>;
	readonly client: TestClient;
}

/** Requests a picture but reads nothing until told to, then returns the body. */
function slowly(url: string): { finish: () => Promise<Buffer> } {
	const { port, pathname } = new URL(url);
	const socket = connect(Number(port), "127.0.0.1");
	socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	return {
		async finish() {
			const parts: Buffer[] = [];
			for await (const part of socket) parts.push(part);
			const answer = Buffer.concat(parts);
			return answer.subarray(answer.indexOf("\r\n\r\n") + 4);
		},
	};
}

test("a slow reader gets its own complete file, however many others are served meanwhile", async () => {
	const [large, small] = [await storedFile(SIZE_BYTES), await storedFile(300_000)];
	const clients = await Promise.all(Array.from({ length: 6 }, () => packshot.client()));
	const slow = await Promise.all(
		clients.map(async (client) => ({
			client,
			...slowly(await signedUrl(packshot, client, large.barcode)),
		})),
	);
	for (const { barcode, fileOf } of [large, small, small, large]) {
		for (const client of clients) {
			const { bytes } = await packshot.call(await signedUrl(packshot, client, barcode));
			expect(Buffer.compare(withoutFrame(bytes), await fileOf(client))).toBe(0);
		}
	}
	for (const { client, finish } of slow)
		expect(Buffer.compare(withoutFrame(await finish()), await large.fileOf(client))).toBe(0);
});

test("files marked in the buffer their base was read into are each client's own, with nothing of another picture", async () => {
	const uncached = await startService({ settings: { PACKSHOT_IMAGE_CACHE_BYTES: "0" } });
	const fetchAndCompare = async ({ file, client }: Wanted) => {
		const { bytes } = await uncached.call(await signedUrl(uncached, client, file.barcode));
		expect(Buffer.compare(withoutFrame(bytes), await file.fileOf(client))).toBe(0);
	};
	try {
		const files = [await storedFile(300_000, uncached), await storedFile(280_000, uncached)];
		const clients = await Promise.all(Array.from({ length: 3 }, () => uncached.client()));
		const everything = files.flatMap((file) => clients.map((client) => ({ file, client })));
		// Concurrently, so that some share the read of a base, then one after the other.
		await Promise.all([...everything, ...everything].map(fetchAndCompare));
		for (const each of everything) await fetchAndCompare(each);
	} finally {
		await uncached.close();
	}
});

test("a caller who disconnects midway does not affect others", async () => {
	const { barcode, fileOf } = await storedFile(SIZE_BYTES);
	const clients = await Promise.all(Array.from({ length: 4 }, () => packshot.client()));
	for (const client of clients) {
		const { port, pathname } = new URL(await signedUrl(packshot, client, barcode));
		const socket = connect(Number(port), "127.0.0.1");
		socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
		await new Promise((resolve) => socket.once("data", resolve));
		socket.destroy();
	}
	for (const client of clients) {
		const { bytes } = await packshot.call(await signedUrl(packshot, client, barcode));
		expect(Buffer.compare(withoutFrame(bytes), await fileOf(client))).toBe(0);
	}
});
