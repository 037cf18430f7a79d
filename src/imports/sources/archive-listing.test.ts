import fc from "fast-check";
import { expect, test } from "vitest";
import { readEntryPath } from "./archive-listing.ts";

test.each([
	["a/b.jpg", "a/b.jpg"],
	["./a//b.jpg", "a/b.jpg"],
	["4011\\front.jpg", "4011/front.jpg"],
	["a..b/..c.jpg", "a..b/..c.jpg"],
])("%j is read as %s", (name, path) => {
	expect(readEntryPath(name)).toEqual({ path });
});

test.each([
	["../a.jpg", "its path leaves the archive"],
	["a/../../b.jpg", "its path leaves the archive"],
	["a\\..\\b.jpg", "its path leaves the archive"],
	["/etc/passwd", "its path is absolute"],
	["\\\\server\\share\\a.jpg", "its path is absolute"],
	["C:/a.jpg", "its path is absolute"],
	["c:a.jpg", "its path is absolute"],
	["a\0b.jpg", "its name holds control characters"],
	["\u001b[2Ja.jpg", "its name holds control characters"],
	["", "it has no name"],
	["./.", "it has no name"],
	["a".repeat(1025), "its name is too long"],
])("%j is refused", (name, reason) => {
	expect(readEntryPath(name)).toEqual({ reason });
});

test("no accepted path can leave the folder it is put into", () => {
	const hostile = fc.string({ unit: fc.constantFrom("..", ".", "/", "\\", "a", "C:", " "), maxLength: 8 });
	fc.assert(
		fc.property(hostile, (name) => {
			const read = readEntryPath(name);
			if ("reason" in read) return;
			const url = new URL(`./${read.path.replaceAll(" ", "_")}`, "file:///safe/folder/");
			expect(url.href.startsWith("file:///safe/folder/")).toBe(true);
		}),
	);
});
