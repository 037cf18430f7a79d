import { execFileSync } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { supervise } from "./workers.ts";

/** Says that it leaves, and is gone when it is answered. */
const DYING = `process.send("packshot:leave", () => process.kill(process.pid, "SIGKILL"));`;

/** Keeps this process from noticing anything before the worker is dead. */
function waitUntilDead({ process: { pid } }: Worker): void {
	while (!execFileSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).includes("Z"));
}

test("a worker that dies while it is sent something is restarted like any other", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-workers-"));
	const exec = join(folder, "worker.js");
	writeFileSync(exec, DYING);
	cluster.setupPrimary({ exec, execArgv: [], silent: true });
	cluster.on("message", waitUntilDead);
	onTestFinished(() => {
		cluster.removeAllListeners();
		rmSync(folder, { recursive: true });
	});
	const lines: string[] = [];
	let stop: () => void = () => undefined;
	const stopRequested = new Promise<void>((resolve) => {
		stop = resolve;
	});
	const log = (line: string) => {
		lines.push(line.replace(/\d+/, "N"));
		if (line.includes("is restarted")) stop();
	};
	await supervise({ count: 1, stopRequested, log });
	expect(lines[0]).toMatch(/^worker N cannot be reached: /);
	expect(lines.at(-1)).toBe("worker N ended (SIGKILL) and is restarted");
});
