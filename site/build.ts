import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildClient } from "./client-assets.ts";
import { ROOT } from "./pages.ts";
import { writePages } from "./write-pages.ts";

/** Smaller ones arrive in a few packets as they are; their copies would be a sixteenth of the published package. */
const LEAST_COMPRESSED_BYTES = 10_000;

/** Builds the documentation into `dist/docs`: assets, pages, linked files, the search index, and compressed copies of all text files. */
const folder = join(ROOT, "dist/docs");
rmSync(folder, { recursive: true, force: true });
process.chdir(ROOT);
const assets = await buildClient(folder);
const { files, passages } = await writePages(folder, assets);
for (const [path, source] of files) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	copyFileSync(join(ROOT, source), join(folder, path));
}
copyFileSync(
	createRequire(import.meta.url).resolve("@fontsource-variable/heebo/LICENSE"),
	join(folder, "assets/heebo-licence.txt"),
);
writeFileSync(join(folder, "search.json"), JSON.stringify(passages));
rmSync(join(folder, "manifest.json"));
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
	if (/\.(html|json)$/.test(name)) compress(join(folder, name));
}

function compress(file: string): void {
	const bytes = readFileSync(file);
	if (bytes.length < LEAST_COMPRESSED_BYTES) return;
	const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
	writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
	writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
