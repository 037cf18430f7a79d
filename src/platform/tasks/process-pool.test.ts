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

/** Holds weakly what three tasks return. */
const FORGETTING = `
	import { setTimeout } from "node:timers/promises";
	import { createProcessPool } from ${JSON.stringify(pool)};
	const options = { entry: "picture-preparer", processes: 1, mostWaiting: 1, idleMs: 60_000, niceness: 0 };
	const { run, close } = createProcessPool(options);
	const task = { name: "preview", input: { bytes: Buffer.from("x"), options: "front" }, longestMs: 600_000, mostBytes: 2 ** 40 };
	const held = [];
	for (let i = 0; i < 3; i++) held.push(new WeakRef(await run(task)));
	const left = () => held.filter((result) => result.deref()).length;
	for (let i = 0; i < 50 && left() > 0; i++) {
		await setTimeout(100);
		gc();
	}
	console.log(left());
	await close();
`;

test("a process that goes on holds nothing of what its tasks returned", () => {
	const args = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", FORGETTING];
	const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
	expect({ stdout, stderr, status }).toEqual({ stdout: "0\n", stderr: "", status: 0 });
});
