import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/support/free-port.ts";
import { supervise } from "./workers.ts";

/** Says that it leaves, and is gone when it is answered. */
const LEAVING = `process.send("packshot:leave", () => process.kill(process.pid, "SIGKILL"));`;

/** Is gone before it takes the first connection that it is handed. */
const listeningOn = (port: number) => `
	process.prependListener("internalMessage", ({ act }) => act === "newconn" && process.kill(process.pid, "SIGKILL"));
	require("node:net").createServer().listen(${port}, "127.0.0.1", () => process.send("packshot:ready"));`;

/** Supervises one worker until it is to be restarted. @param onLine hears each line of the log. */
async function superviseOne(program: string, onLine: (line: string) => void): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-workers-"));
	const exec = join(folder, "worker.js");
	writeFileSync(exec, program);
	cluster.setupPrimary({ exec, execArgv: [], silent: true });
	onTestFinished(() => {
		cluster.removeAllListeners();
		rmSync(folder, { recursive: true });
	});
	let stop: () => void = () => undefined;
	const stopRequested = new Promise<void>((resolve) => {
		stop = resolve;
	});
	const log = (line: string) => {
		onLine(line.replace(/\d+/, "N"));
		if (line.includes("is restarted")) stop();
	};
	await supervise({ count: 1, stopRequested, log });
}

const RESTARTED = "worker N ended (SIGKILL) and is restarted";

/** Keeps this process from noticing anything before the worker is dead, all its threads and its end of the channel included. */
function waitUntilDead({ process: { pid } }: Worker): void {
	while (
		readdirSync(`/proc/${pid}/task`).length > 1 ||
		!/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
	);
}

test("a worker that dies while it is sent something is restarted like any other", async () => {
	cluster.on("message", waitUntilDead);
	const lines: string[] = [];
	await superviseOne(LEAVING, (line) => lines.push(line));
	expect(lines[0]).toMatch(/^worker N cannot be reached: /);
	expect(lines.at(-1)).toBe(RESTARTED);
});

test("a connection that is handed to a worker as it dies is closed, so that nobody waits for an answer", async () => {
	const port = await freePort();
	let closed: Promise<unknown> | undefined;
	const lines: string[] = [];
	await superviseOne(listeningOn(port), (line) => {
		lines.push(line);
		if (line.includes("is ready")) closed = once(connect(port, "127.0.0.1"), "close");
	});
	expect(lines.at(-1)).toBe(RESTARTED);
	await closed;
});
