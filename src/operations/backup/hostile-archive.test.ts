import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { alterArchive } from "../../../test/support/altered-archives.ts";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../../../test/support/backups.ts";
import { startService } from "../../../test/support/service.ts";
import { loadConfig } from "../../config.ts";
import { openBlobs, openInstallation } from "../../installation.ts";
import { BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { BackupError } from "./archive-format.ts";
import { verifyArchive } from "./archive-reader.ts";

/** Malicious archives with matching hashes, and stores that fail during a restore. */

const PICTURES = 4;
const MIB = 1024 * 1024;

let source: TestPlace;
let file: string;
beforeAll(async () => {
	source = await placeKinds[0]!.make();
	const packshot = await startService(source);
	await packshot.client();
	for (let number = 0; number < PICTURES; number++) {
		await packshot.product({ barcode: String(4011 + number), info: { brand: "Golden Sheaf" } });
		await packshot.picture(String(4011 + number), "front", { seed: number });
	}
	await packshot.close();
	file = join(source.folder, "good.tar");
	await backUp(source, file);
});
afterAll(() => source.remove());

async function altered(alter: Parameters<typeof alterArchive>[2]): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-altered-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const name = join(folder, "altered.tar");
	await alterArchive(file, name, alter);
	return name;
}

async function place(make = placeKinds[0]!.make): Promise<TestPlace> {
	const made = await make();
	onTestFinished(() => made.remove());
	return made;
}

function filesOf({ folder }: TestPlace): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
}

/** Checks that nothing is left that a second attempt or a server would take for an installation. */
async function requireNothingLeft(empty: TestPlace): Promise<void> {
	expect(filesOf(empty)).toEqual([]);
	await restoreInto(empty, file);
	const installation = await openInstallation(loadConfig(empty.settings));
	onTestFinished(() => installation.close());
	const [row] = await installation.db.read
		.selectFrom("image")
		.select(({ fn }) => fn.countAll().as("pictures"))
		.execute();
	expect(Number(row?.pictures)).toBe(PICTURES);
}

describe.each(placeKinds)("a restore into $name", ({ make }) => {
	test.each([0, 5, 11])("fails and names the file when the store fails at put %i", async (failing) => {
		const empty = await place(make);
		const blobs = await openBlobs(loadConfig(empty.settings));
		let puts = 0;
		let failed = "";
		const failingStore = {
			...blobs,
			async put(key: string, bytes: Uint8Array) {
				if (puts++ !== failing) return blobs.put(key, bytes);
				failed = key;
				throw new Error("no room for it");
			},
		};
		const fault = await restoreInto(empty, file, { blobs: failingStore }).catch((thrown) => thrown as Error);
		expect((fault as Error).message).toBe(`cannot store ${failed}: no room for it`);
		await requireNothingLeft(empty);
	});

	test("fails and names the file when the store cannot be read", async () => {
		const empty = await place(make);
		const blobs = await openBlobs(loadConfig(empty.settings));
		const get = async () => Promise.reject(new Error("no answer"));
		await expect(restoreInto(empty, file, { blobs: { ...blobs, get } })).rejects.toThrow(
			/^cannot store pictures\/.+: no answer$/,
		);
		await requireNothingLeft(empty);
	});

	test("reports the files left behind when the store keeps a file despite an error and cannot delete it", async () => {
		const empty = await place(make);
		const blobs = await openBlobs(loadConfig(empty.settings));
		const failingStore = {
			...blobs,
			async put(key: string, bytes: Uint8Array) {
				await blobs.put(key, bytes);
				throw new Error("no answer");
			},
			delete: async () => Promise.reject(new Error("no answer")),
		};
		await expect(restoreInto(empty, file, { blobs: failingStore })).rejects.toThrow(
			/^cannot store .+: no answer; \d+ picture files \(pictures\/.+\) that nothing refers to were left behind/,
		);
		await restoreInto(empty, file);
	});

	test("refuses more rows than the archive declares before unpacking them all, and stores nothing", async () => {
		const empty = await place(make);
		const rows = `${JSON.stringify(["brand", 1])}\n`.repeat(1_000_000);
		const bomb = await altered((members) => {
			members.set("rows/field_count/000009.ndjson.gz", gzipSync(rows));
		});
		await expect(restoreInto(empty, bomb)).rejects.toThrow(/more rows of field_count than it says/);
		await requireNothingLeft(empty);
	});
});

describe("an archive is refused with a one-line error, and nothing is changed, when", () => {
	test.each([
		"blobs/../../x",
		"blobs/a/../b",
		"blobs//x",
		"blobs/A",
		"blobs/",
		"rows/x",
		"notes.txt",
		"constructor",
		"../x",
	])("it holds %s", async (name) => {
		const empty = await place();
		const hostile = await altered((members, manifest) => {
			members.set(name, Buffer.from("x"));
			manifest.blobs++;
			manifest.blob_bytes++;
		});
		await expect(restoreInto(empty, hostile)).rejects.toThrow(
			new BackupError(`the backup is damaged: ${JSON.stringify(name)} is not a member of a backup`),
		);
		expect(filesOf(empty)).toEqual([]);
	});

	test("it has one picture file too few or too many", async () => {
		const empty = await place();
		const short = await altered((members) => {
			members.delete([...members.keys()].find((name) => name.startsWith("blobs/")) ?? "");
		});
		const long = await altered((members) => void members.set("blobs/more", Buffer.from("x")));
		for (const hostile of [short, long]) {
			await expect(restoreInto(empty, hostile)).rejects.toThrow(/^.*picture files are missing.*$/);
		}
		expect(filesOf(empty)).toEqual([]);
	});

	test.each([
		["client", "requests_per_minute", "without end"],
		["client", "requests_per_minute", 1.5],
		["client", "created_at", 2 ** 60],
		["client", "name", 7],
		["client", "mark_seed", "a text"],
		["client", "locks", true],
		["image", "width", { base64: "AAAA" }],
	])("a row of %s has a %s of the wrong type or range: %j", async (table, column, value) => {
		const empty = await place();
		const { header } = await verifyArchive(file);
		const hostile = await altered((members) => {
			const name = `rows/${table}/000001.ndjson.gz`;
			const [first, ...others] = gunzipSync(members.get(name) ?? "")
				.toString()
				.split("\n");
			const row = JSON.parse(first ?? "");
			row[(header.tables[table] ?? []).indexOf(column)] = value;
			members.set(name, gzipSync([JSON.stringify(row), ...others].join("\n")));
		});
		await expect(restoreInto(empty, hostile)).rejects.toThrow(
			new BackupError(`the backup is damaged: a row of ${table} has no valid ${column}`),
		);
		expect(filesOf(empty)).toEqual([]);
	});

	test("its header is far too large", async () => {
		const empty = await place();
		const name = "packshot-backup.json";
		const large = await altered((members) => void members.set(name, Buffer.alloc(2 * MIB, " ")));
		await expect(restoreInto(empty, large)).rejects.toThrow(/^.*packshot-backup.json is too large$/);
		expect(filesOf(empty)).toEqual([]);
	});
});

describe("the unpacked size of an archive", () => {
	/** Peak memory growth of this thread during some work, in bytes. */
	async function growthOf(work: () => Promise<unknown>): Promise<number> {
		const heldBytes = () => {
			const { heapUsed, external } = process.memoryUsage();
			return heapUsed + external;
		};
		const beforeBytes = heldBytes();
		let mostBytes = beforeBytes;
		const timer = setInterval(() => {
			mostBytes = Math.max(mostBytes, heldBytes());
		}, 20);
		await work().finally(() => clearInterval(timer));
		return mostBytes - beforeBytes;
	}

	test.each([
		["a single line", Buffer.alloc(32 * MIB, "x")],
		["short lines", Buffer.alloc(32 * MIB, "[]\n")],
		["nothing but brackets", Buffer.alloc(32 * MIB, "[")],
	])("a bomb of 2 GiB of %s is refused after unpacking only a fraction", async (_, part) => {
		const empty = await place();
		const gzipped = gzipSync(part, { level: 9 });
		// Gzip streams may be concatenated: together they unpack to 64 times the part.
		const bomb = await altered((members, manifest) => {
			members.set("rows/audit/000001.ndjson.gz", Buffer.concat(Array.from({ length: 64 }, () => gzipped)));
			manifest.rows.audit = Number.MAX_SAFE_INTEGER;
			manifest.row_bytes = Number.MAX_SAFE_INTEGER;
		});
		const grownBytes = await growthOf(() =>
			expect(restoreInto(empty, bomb)).rejects.toThrow(/far too long|not a row of audit/),
		);
		expect(grownBytes).toBeLessThan(700 * MIB);
		expect(filesOf(empty)).toEqual([]);
	});

	test("rows larger than declared are refused, and nothing is left behind", async () => {
		const empty = await place();
		const bomb = await altered((_, manifest) => {
			manifest.row_bytes = 100;
		});
		await expect(restoreInto(empty, bomb)).rejects.toThrow(/rows are larger than it says/);
		expect(filesOf(empty)).toEqual([]);
	});

	test("all rows are restored from an archive that does not declare their size, as in the first version", async () => {
		const empty = await place();
		const first = await altered((_, manifest) => {
			delete manifest.row_bytes;
		});
		expect((await restoreInto(empty, first)).manifest.rows.image).toBe(PICTURES);
	});
});

test("a restore whose database cannot be put in place removes the pictures and the secret again", async () => {
	const empty = await place();
	const databaseFile = join(empty.folder, "no", "folder", "x.sqlite");
	await expect(restoreInto(empty, file, { databaseFile, master: undefined })).rejects.toThrow();
	expect(filesOf(empty)).toEqual([]);
});

test("a backup asks again for a picture that the store was too busy for", async () => {
	const blobs = await openBlobs(loadConfig(source.settings));
	const asked: string[] = [];
	const get: typeof blobs.get = async (key, roomFor) => {
		asked.push(key);
		if (asked.length === 1) throw new BlobUnavailable("no answer within 8000 ms");
		return blobs.get(key, roomFor);
	};
	await backUp(source, join(source.folder, "late.tar"), { blobs: { ...blobs, get } });
	expect(asked[1]).toBe(asked[0]);
	expect(asked).toHaveLength(new Set(asked).size + 1);
});

test("a backup whose pictures cannot be read fails, names the file and leaves nothing behind", async () => {
	const blobs = await openBlobs(loadConfig(source.settings));
	const get = async () => Promise.reject(new Error("no answer"));
	const target = join(source.folder, "never.tar");
	await expect(backUp(source, target, { blobs: { ...blobs, get } })).rejects.toThrow(
		/^cannot read pictures\/.+: no answer$/,
	);
	expect(readdirSync(source.folder).filter((name) => name.startsWith("never"))).toEqual([]);
});
