import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const lowerPriority = fileURLToPath(new URL("lower-priority.ts", import.meta.url));

/** The niceness of every thread is the 19th value of its `stat` (proc(5)), the 17th behind the name. */
const PROGRAM = `
	import { readdirSync, readFileSync } from "node:fs";
	import { stat } from "node:fs/promises";
	import { lowerPriority } from ${JSON.stringify(lowerPriority)};
	await stat("/");
	lowerPriority();
	const niceness = (thread) =>
		readFileSync("/proc/self/task/" + thread + "/stat", "utf8").split(") ")[1].split(" ")[16];
	console.log([...new Set(readdirSync("/proc/self/task").map(niceness))].join());
`;

test.skipIf(process.platform !== "linux")(
	"lowers the priority of all threads, including those already running",
	() => {
		const args = ["--import", "tsx", "--input-type=module", "--eval", PROGRAM];
		const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
		expect({ stdout, stderr }).toEqual({ stdout: "19\n", stderr: "" });
	},
);
