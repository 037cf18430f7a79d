import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../imports/sources/folder.fixture.ts";
import { openDiskBlobs } from "../../platform/blobs/disk.ts";
import { openBlobJournal } from "./blob-journal.ts";
import { copyBlobs } from "./copy-blobs.ts";

const KEYS = Array.from({ length: 40 }, (_, number) => `k${number}`);

function stores() {
	const folder = makeFolder(Object.fromEntries(KEYS.map((key) => [`from/${key}`, key])));
	return {
		source: openDiskBlobs(join(folder, "from")),
		target: openDiskBlobs(join(folder, "to")),
		journal: openBlobJournal(join(folder, "journal")),
	};
}

async function* listed(keys: readonly string[]) {
	yield* keys;
}

const options = { there: new Set<string>(), passed: () => undefined };

test.each([0, 7, 39])(
	"a target that fails at put %i ends the copy, and nothing continues in the background",
	async (failing) => {
		const { source, target, journal } = stores();
		let puts = 0;
		let underWay = 0;
		const put = async (key: string, bytes: Uint8Array) => {
			if (puts++ === failing) throw new Error(`no room for ${key}`);
			underWay++;
			await target.put(key, bytes).finally(() => underWay--);
		};
		const copied = copyBlobs({ source, target: { ...target, put } }, journal, {
			...options,
			keys: listed(KEYS),
		});
		await expect(copied).rejects.toThrow(/^no room for k/);
		expect(underWay).toBe(0);
		const putsBy = puts;
		await new Promise((resolve) => setImmediate(resolve));
		expect(puts).toBe(putsBy);
		expect(puts).toBeLessThan(failing + 9);

		await copyBlobs({ source, target }, journal, { ...options, keys: listed(KEYS) });
		expect(journal.size).toBe(KEYS.length);
	},
);
