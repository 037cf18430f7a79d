import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAIN } from "../support/built-server.ts";
import { fieldCounts, productRows } from "../support/catalogue-rows.ts";
import { testPicture } from "../support/picture.ts";
import { repetitions } from "../support/thoroughness.ts";

/** An import that is killed at random moments and run again, compared with an undisturbed one. */

const KILLS = repetitions({ gate: 3, long: 12 });
const PRODUCTS = 4000;
const PICTURES = 6;

let folder: string;
let incoming: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-cut-"));
	incoming = join(folder, "incoming");
	mkdirSync(incoming);
	const lines = Array.from({ length: PRODUCTS }, (_, i) =>
		JSON.stringify({
			barcode: String(10_000_000 + i),
			info: { brand: `Brand ${i % 50}`, product_name: `Product ${i}`, vegan: i % 2 === 0 },
			nutrition: i % 3 === 0 ? { calories: String(i) } : null,
		}),
	);
	writeFileSync(join(incoming, "products.ndjson"), lines.join("\n"));
	const { original } = await testPicture("front", {}, Date.now());
	for (let i = 0; i < PICTURES; i++) writeFileSync(join(incoming, `${10_000_000 + i}_front.jpg`), original);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (data: string, ...args: string[]) =>
	spawnSync(process.execPath, [MAIN, ...args, "--json"], {
		env: { PATH: process.env.PATH, PACKSHOT_DATA: data },
		encoding: "utf8",
	});

test(`an import killed ${KILLS} times and then completed yields the same catalogue and passes doctor`, async () => {
	const [calm, disturbed] = [join(folder, "calm"), join(folder, "disturbed")];
	expect(command(calm, "migrate").status).toBe(0);
	cpSync(calm, disturbed, { recursive: true });
	const startedAt = performance.now();
	expect(command(calm, "import", incoming).status).toBe(0);
	const wholeMs = performance.now() - startedAt;

	for (let kill = 0; kill < KILLS; kill++) {
		const running = spawn(process.execPath, [MAIN, "import", incoming], {
			env: { PATH: process.env.PATH, PACKSHOT_DATA: disturbed },
			stdio: "ignore",
		});
		const gone = once(running, "exit");
		await sleep((0.2 + 0.7 * Math.random()) * wholeMs);
		running.kill("SIGKILL");
		await gone;
	}
	const last = command(disturbed, "import", incoming);
	expect(last.status).toBe(0);
	const again = JSON.parse(command(disturbed, "import", incoming).stdout);
	expect(again.products).toEqual({ created: 0, updated: 0, unchanged: PRODUCTS });
	expect(again.images).toEqual({ created: 0, updated: 0, unchanged: PICTURES });

	expect(productRows(disturbed)).toEqual(productRows(calm));
	expect(fieldCounts(disturbed)).toEqual(fieldCounts(calm));
	const doctor = command(disturbed, "doctor", "--read");
	expect([doctor.status, doctor.stderr]).toEqual([0, ""]);
});
