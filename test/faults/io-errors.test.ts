import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltServer, MAIN, urlOf } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { testClock } from "../support/clock.ts";
import { expectPaid, noPayments, payOnce } from "../support/paying.ts";
import { startService, type TestClient } from "../support/service.ts";
import { whyNotTraceable } from "../support/strace.ts";

/** System calls that fail as on a dying disk while clients pay. strace injects the errors. */

const reason = whyNotTraceable();
if (reason) console.info(`I/O errors are not tried: ${reason}`);

/** Each fails for a while in the middle of the load, then works again. */
const faults = {
	"syncs that fail": "fsync,fdatasync:error=EIO:when=20..40",
	"writes that fail": "pwrite64:error=EIO:when=200..400",
	"writes that run out of space": "pwrite64:error=ENOSPC:when=200..400",
	"reads that fail": "pread64:error=EIO:when=300..330",
};

describe.skipIf(reason !== undefined).each(Object.entries(faults))("%s", (_name, inject) => {
	let folder: string;
	let client: TestClient;
	let token: string;
	let server: BuiltServer;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-io-"));
		const service = await startService({ folder, clock: testClock(Date.now()) });
		client = await service.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }, "1000");
		token = await client.token();
		await service.close();
		server = await startFailing(folder, inject);
	});
	afterAll(() => {
		server.process.kill("SIGKILL");
		rmSync(folder, { recursive: true, force: true });
	});

	test("lose nothing that was acknowledged; the server answers 503 meanwhile and recovers", async () => {
		const payments = noPayments();
		await Promise.all(
			Array.from({ length: 6 }, async () => {
				while (
					payments.acknowledged.length < 600 &&
					(await payOnce(() => server.url, token, payments, Number.POSITIVE_INFINITY))
				);
			}),
		);
		expect(payments.acknowledged.length).toBeGreaterThanOrEqual(600);
		expect(payments.refused).toBeGreaterThan(0);
		server.process.kill("SIGTERM");
		await once(server.process, "exit");
		const service = await startService({ folder, clock: testClock(Date.now()) });
		await expectPaid(service, client, payments);
		await service.close();
	});
});

/** With `-D`, the server rather than the tracer is our child, so that signals reach the server. */
async function startFailing(folder: string, inject: string): Promise<BuiltServer> {
	const [call] = inject.split(":");
	const options = ["-D", "-f", "-o", "/dev/null", "-e", `trace=${call}`, "-e", `inject=${inject}`];
	const process_ = spawn("strace", [...options, process.execPath, MAIN, "serve", "--port", "0"], {
		env: {
			PATH: process.env.PATH,
			...ON_A_BUSY_MACHINE,
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
		},
		stdio: ["ignore", "ignore", "pipe"],
	});
	return { process: process_, url: await urlOf(process_) };
}
