import { describe, expect, test } from "vitest";
import { fileProblem, isSameFile, nextChunkBytes, smallerChunkBytes, worthRetrying } from "./upload-rules.ts";

const MIB = 2 ** 20;

test("files are ZIP, NDJSON, CSV or Excel of up to 20 GiB", () => {
	const problem = (name: string, size = 1) => fileProblem({ name, size });
	expect(["a.zip", "a.NDJSON", "a.jsonl", "a b.csv"].map((name) => problem(name))).toEqual(
		new Array(4).fill(undefined),
	);
	expect(problem("a.rar")).toBe("a.rar is not a ZIP, NDJSON, CSV or Excel file (.xlsx).");
	expect(problem("zip")).toBeDefined();
	expect([problem("a.zip", 0), problem("a.zip", 20 * 2 ** 30 + 1)]).toEqual([
		"a.zip is empty.",
		"a.zip is larger than 20 GiB.",
	]);
});

describe("an unfinished upload", () => {
	const file = { name: "a.zip", size: 5, lastModified: 1000 };
	const upload = {
		state: "uploading",
		is_own: true,
		files: [{ name: "a.zip", size_bytes: 5, sha256: null }],
		modified_at: "1970-01-01T00:00:01.000Z",
	} as const;

	test("matches a file with the same name, size and time", () => {
		expect(isSameFile({ ...upload, files: [...upload.files] }, file)).toBe(true);
	});

	test.each([
		{ state: "checked" },
		{ is_own: false },
		{ modified_at: "1970-01-01T00:00:02.000Z" },
		{ modified_at: null },
		{ files: [{ name: "a.zip", size_bytes: 6, sha256: null }] },
		{ files: [] },
	] as const)("does not match with %j", (other) => {
		const { files = upload.files } = other as { files?: typeof upload.files };
		expect(isSameFile({ ...upload, ...other, files: [...files] }, file)).toBe(false);
	});
});

test("chunks grow and shrink towards a few seconds each, within bounds", () => {
	expect(nextChunkBytes(2 * MIB, 100)).toBe(4 * MIB);
	expect(nextChunkBytes(2 * MIB, 40_000)).toBe(MIB);
	expect(nextChunkBytes(2 * MIB, 4000)).toBe(2 * MIB);
	expect(nextChunkBytes(32 * MIB, 1)).toBe(32 * MIB);
	expect(nextChunkBytes(MIB / 4, 60_000)).toBe(MIB / 4);
	expect([smallerChunkBytes(2 * MIB), smallerChunkBytes(1)]).toEqual([MIB, MIB / 4]);
});

test("transient errors are retried, errors that need attention are not", () => {
	expect([0, 408, 409, 413, 429, 500, 502, 503, 504].map(worthRetrying)).toEqual(new Array(9).fill(true));
	expect([400, 401, 403, 404, 507].map(worthRetrying)).toEqual(new Array(5).fill(false));
});
