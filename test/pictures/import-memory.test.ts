import { execFile } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { maxFileBytes } from "@packshot/marking/prepare";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { repetitions } from "../support/thoroughness.ts";

/** One picture takes 0.8 GB, two concurrently take 1.4 GB. */
const MOST_BYTES = 1.2e9;
/** Each takes ten seconds, so the second and third already have to wait for the first. */
const PICTURES = repetitions({ gate: 3, long: 6 });

test("an import prepares 49-megapixel 16-bit pictures one at a time", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-memory-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const picture = await largePicture();
	expect(picture.length).toBeLessThan(maxFileBytes);
	const incoming = join(folder, "incoming");
	mkdirSync(incoming);
	writeFileSync(join(folder, "picture.png"), picture);
	for (let i = 0; i < PICTURES; i++)
		linkSync(join(folder, "picture.png"), join(incoming, `299000090000${i}_front.png`));

	const peaks = join(folder, "peaks");
	mkdirSync(peaks);
	// Pictures are prepared in processes that are killed, so each process notes its peak all the time.
	const note = `import { writeFileSync } from "node:fs"; setInterval(() => writeFileSync(${JSON.stringify(`${peaks}/`)} + process.pid, String(1024 * process.resourceUsage().maxRSS)), 100).unref();`;
	const { stdout } = await promisify(execFile)(
		process.execPath,
		["dist/main.js", "import", incoming, "--json"],
		{
			env: {
				...process.env,
				PACKSHOT_DATA: join(folder, "data"),
				NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(note)}`,
				// The service cannot limit the memory that the C library keeps per thread.
				MALLOC_ARENA_MAX: "2",
			},
		},
	);
	expect(JSON.parse(stdout)).toMatchObject({ images: { created: PICTURES } });
	const noted = readdirSync(peaks).map((pid) => Number(readFileSync(join(peaks, pid), "utf8")));
	expect(noted.length).toBeGreaterThan(1);
	expect(noted.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
});

/** Coarse blocks, so that this many pixels fit into the file. */
async function largePicture(): Promise<Buffer> {
	const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
	const create = { width: 350, height: 350, channels: 3, background: "#888", noise } as const;
	const blocks = await sharp({ create }).png().toBuffer();
	return sharp(blocks)
		.resize(7000, 7000, { kernel: "nearest" })
		.toColourspace("rgb16")
		.png({ compressionLevel: 3 })
		.toBuffer();
}
