import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn } from "./static-file.ts";

const PAGE = Buffer.from("<title>Matzah ✡</title>\n".repeat(40));

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "packshot-static-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);

test("a file and its compressed copies are one entry, whichever of them exist", () => {
	write("whole.html", PAGE);
	write("whole.html.br", brotliCompressSync(PAGE));
	write("whole.html.gz", gzipSync(PAGE));
	write("copies.html.br", brotliCompressSync(PAGE));
	write("copies.html.gz", gzipSync(PAGE));
	write("brotli.html.br", brotliCompressSync(PAGE));
	write("plain.txt", PAGE);
	const files = filesIn(folder);
	expect([...files.keys()].sort()).toEqual(["/brotli.html", "/copies.html", "/plain.txt", "/whole.html"]);
	for (const { bytes } of files.values()) expect(bytes).toEqual(PAGE);
	expect(new Set([...files.values()].map(({ hash }) => hash)).size).toBe(1);
	const { compressed, contentType } = files.get("/copies.html") ?? {};
	expect(contentType).toBe("text/html; charset=utf-8");
	expect([compressed?.br, compressed?.gzip]).toEqual([brotliCompressSync(PAGE), gzipSync(PAGE)]);
	expect(files.get("/plain.txt")?.compressed).toEqual({});
});

test("a folder that is not there has no files", () => {
	expect(filesIn(join(folder, "none")).size).toBe(0);
});
