import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { testPicture } from "../../test/support/picture.ts";
import { startService, type TestService } from "../../test/support/service.ts";
import { defaultWatermark } from "../images/preparation/watermark-settings.ts";
import { type BlobStore, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { makeFolder } from "./folder.fixture.ts";
import { importAll } from "./import.ts";

async function service(): Promise<TestService> {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	return packshot;
}

async function importPictures(
	{ installation }: TestService,
	count: number,
	blobs: BlobStore,
): Promise<unknown> {
	const { original } = await testPicture("front", {}, Date.now());
	const names = Array.from({ length: count }, (_, number) => `${40_110 + number}_front.jpg`);
	const order = {
		paths: [makeFolder(Object.fromEntries(names.map((name) => [name, original])))],
		batch: "b",
		ownership: null,
		uploadedBy: null,
		existingOnly: false,
		dryRun: false,
		watermark: defaultWatermark,
		uploadOffsetMinutes: 0,
		holdsUpServer: () => false,
	};
	return importAll({ ...installation, blobs }, order, () => undefined);
}

describe("a store that fails while pictures are imported ends the import with its fault", () => {
	test.each([1, 2, 9])("of %i pictures", async (count) => {
		const packshot = await service();
		const put = async () => Promise.reject(new BlobUnavailable("the disk is full"));
		const imported = importPictures(packshot, count, { ...packshot.installation.blobs, put });
		await expect(imported).rejects.toThrow("the disk is full");
		// A fault that nobody listens to would end the process by now.
		await nextTurn();
		const rows = await packshot.installation.db.read.selectFrom("image").select("image_id").execute();
		expect(rows).toEqual([]);
	});
});
