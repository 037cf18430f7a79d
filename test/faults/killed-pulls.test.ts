import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack } from "../../scripts/packed.ts";
import { everyScope } from "../support/products.ts";
import { emptyFolder, filesIn, spentBy } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** `packshot-pull`, killed at random moments and rerun, pays once and ends up with the same files as an undisturbed run. */

const ROUNDS = repetitions({ gate: 4, long: 200 });
const KILLS_A_ROUND = 3;
const folder = mkdtempSync(join(tmpdir(), "packshot-killed-pulls-"));
const COMMAND = join(folder, "package/dist/pull.js");
const BARCODES = ["0725272730706", "7290000066318", "4011", "4012"];

let service: TestService;
beforeAll(async () => {
	execFileSync("tar", ["-xzf", pack(folder, "sdk").file, "-C", folder]);
	service = await startService();
	for (const [seed, barcode] of BARCODES.entries()) {
		await service.product(everyScope(barcode));
		await service.picture(barcode, "front", { seed, sidePx: 600 });
		await service.picture(barcode, "front_clean", { seed, sidePx: 600 });
	}
});
afterAll(async () => {
	await service?.close();
	rmSync(folder, { recursive: true, force: true });
});

test("packshot-pull never pays twice, even when killed again and again", async () => {
	const list = join(emptyFolder(), "codes.txt");
	writeFileSync(list, BARCODES.join("\n"));
	const untroubled = await service.client({ requestsPerMinute: 100_000 }, "100");
	const asked = countRequests();
	expect(await exitOf(pulling(untroubled, list, emptyFolder()))).toBe(0);
	const usually = asked();
	const price = await spentBy(service, untroubled);
	let killed = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const client = await service.client({ requestsPerMinute: 100_000 }, "100");
		const out = emptyFolder();
		for (let kill = 0; kill < KILLS_A_ROUND; kill++) {
			// The first run makes as many requests as an undisturbed one, so the kill always hits it; later ones may also be hit shortly after the
			// answer.
			const when = {
				request: Math.ceil(Math.random() * usually),
				laterMs: kill === 0 ? 0 : 20 * Math.random(),
			};
			killed += Number(await killAtRequest(pulling(client, list, out), when));
		}
		expect(await exitOf(pulling(client, list, out))).toBe(0);
		expect(await spentBy(service, client)).toBe(price);
		const fresh = emptyFolder();
		expect(await exitOf(pulling(client, list, fresh))).toBe(0);
		expect(filesIn(out)).toEqual(filesIn(fresh));
		expect(await spentBy(service, client)).toBe(price);
	}
	expect(killed).toBeGreaterThanOrEqual(ROUNDS);
});

function pulling({ clientId, apiKey }: TestClient, list: string, out: string): ChildProcess {
	// Each run gets a fresh minute, as a client may only sign in ten times a minute.
	service.clock.advance(60_000);
	return spawn(process.execPath, [COMMAND, list, "--out", out, "--yes"], {
		env: {
			PATH: process.env.PATH,
			PACKSHOT_URL: service.origin,
			PACKSHOT_CLIENT_ID: clientId,
			PACKSHOT_API_KEY: apiKey,
		},
		stdio: "ignore",
	});
}

async function exitOf(child: ChildProcess): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	return child.exitCode;
}

/** @returns a function that counts the requests received since. */
function countRequests(): () => number {
	let count = 0;
	service.app.server.on("request", () => count++);
	return () => count;
}

/** Kills the process at one of its requests, counted from 1, or some time after it. @returns whether it was still running. */
async function killAtRequest(
	child: ChildProcess,
	{ request, laterMs }: { request: number; laterMs: number },
): Promise<boolean> {
	const gone = exitOf(child);
	const kill = () => child.kill("SIGKILL");
	let arrived = 0;
	const count = () => {
		if (++arrived < request) return;
		if (laterMs === 0) kill();
		else setTimeout(kill, laterMs);
	};
	// Run before the service's own listener: once it has the last answer, the process may exit before the signal arrives.
	service.app.server.prependListener("request", count);
	await gone;
	service.app.server.off("request", count);
	return child.signalCode === "SIGKILL";
}
