import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const pool = fileURLToPath(new URL("process-pool.ts", import.meta.url));

/** Measures the lightness of one pixel in a process, which then rests. */
const PROGRAM = `
	import { createProcessPool } from ${JSON.stringify(pool)};
	const options = { entry: "picture-preparer", processes: 1, mostWaiting: 1, idleMs: 60_000, niceness: 0 };
	const { run, close } = createProcessPool(options);
	const input = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
	await run({ name: "lightnessOf", input, longestMs: 600_000, mostBytes: 2 ** 40 });
	console.log("done");
	await close();
	console.log("closed");
`;

test("a program that closes a pool whose process rests waits for its end, although nothing else is left to do", () => {
	const args = ["--import", "tsx", "--input-type=module", "--eval", PROGRAM];
	const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
	expect({ stdout, stderr, status }).toEqual({ stdout: "done\nclosed\n", stderr: "", status: 0 });
});
