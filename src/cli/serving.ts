import { fork } from "node:child_process";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { RestoreEnd, RestoreRequest, Restoring } from "../operations/backup/restoring.ts";
import { noteRestore } from "../operations/pages/restore/changes.ts";
import { commonErrors } from "../platform/http/http-error.ts";
import { errorBody } from "../platform/http/render-error.ts";
import { requestId } from "../platform/ids.ts";
import { workerFile } from "../platform/worker-file.ts";
import { type RunningServer, startServer } from "../server.ts";
import { failureText } from "./failure-text.ts";

const RETRY_SECONDS = 5;

/**
 * Serves in this process alone until it is to stop. A restore that the pages ask for goes on between two servers, with nothing open; whoever calls
 * meanwhile is answered 503 (ADR-0062). @param begun is called with each server
 */
export async function serveAlone(
	config: Config,
	whenStopped: () => Promise<void>,
	begun: (server: RunningServer) => Promise<void>,
): Promise<void> {
	const stopping = new AbortController();
	const { signal: stopped } = stopping;
	let isFirst = true;
	let last: RestoreEnd | undefined;
	let listening = config;
	let aboutToListen = async (): Promise<void> => undefined;
	while (!stopped.aborted) {
		const asked = new AbortController();
		const ending = AbortSignal.any([stopped, asked.signal]);
		const restoring = restoringBeside(config, last, asked, ending);
		const server = await startServer(listening, { restoring, aboutToListen });
		await begun(server).catch(async (fault) => {
			await server.stop();
			throw fault;
		});
		// Until then, a signal ends the process as it does by default.
		if (isFirst) void whenStopped().then(() => stopping.abort());
		isFirst = false;
		if (last) await noteEnd(server, last);
		const { port } = new URL(server.url);
		listening = { ...config, process: { ...config.process, port: Number(port) } };
		await aborted(ending);
		const request: RestoreRequest | undefined = asked.signal.reason;
		if (stopped.aborted || !request) return server.stop();
		const ended = server.stop();
		aboutToListen = await answerUnavailable(listening);
		await ended;
		last = await restoreAsked(config, request, stopped);
	}
	await aboutToListen();
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener("abort", () => resolve(), { once: true });
	});
}

async function restoreAsked(
	config: Config,
	request: RestoreRequest,
	stopped: AbortSignal,
): Promise<RestoreEnd> {
	const { restoreNamed } = await import("./restore.ts");
	const { name, isFirst } = request;
	try {
		const { before } = await restoreNamed(config, name, !isFirst, () => stopped.throwIfAborted(), true);
		return { request, endedAtMs: Date.now(), failure: null, lost: before?.lost };
	} catch (fault) {
		return { request, endedAtMs: Date.now(), failure: failureText(fault).message, lost: undefined };
	}
}

async function noteEnd(
	{ installation: { db } }: RunningServer,
	{ request: { name, actor }, endedAtMs, failure }: RestoreEnd,
): Promise<void> {
	const subject = name === "back" ? "back" : "backup";
	await db.write(noteRestore, { subject, failure, actor: { ...actor, atMs: endedAtMs } });
}

function restoringBeside(
	config: Config,
	last: RestoreEnd | undefined,
	asked: AbortController,
	ending: AbortSignal,
): Restoring {
	return {
		last,
		begin: (request) => asked.abort(request),
		async backups() {
			if (config.backups.location === undefined) return [];
			const { openBackupStore } = await import("./regular-backup.ts");
			const { storedBackups } = await import("../operations/backup/stored-backup.ts");
			const all = await storedBackups(await openBackupStore(config));
			return all.flatMap(({ id, isFinished }) => (isFinished ? [id] : []));
		},
		ask: (name, what) => runRestore([name, what, "--json"], ending),
	};
}

/** Runs the command in a process of its own, which ends with this server. @returns what it prints. @throws Error with its one line */
async function runRestore(options: readonly string[], ending: AbortSignal): Promise<unknown> {
	const child = fork(workerFile("main"), ["restore", ...options], {
		stdio: ["ignore", "pipe", "ignore", "ipc"],
		signal: ending,
	});
	let text = "";
	child.stdout?.setEncoding("utf8").on("data", (part) => {
		text += part;
	});
	const code = await new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code === 0) return JSON.parse(text);
	throw new Error(text === "" ? `it ended unexpectedly (${code})` : JSON.parse(text).error);
}

const LISTEN_AGAIN_MS = 5;
const LISTEN_TRIES = 2000;

/** Answers every request where the server has listened, as soon as that is free. @returns what ends it */
async function answerUnavailable({ process: { host, port } }: Config): Promise<() => Promise<void>> {
	const server = createServer((request, reply) => {
		request.resume();
		const message = "A backup is being restored. Try again in a moment.";
		const error = commonErrors.service_unavailable({ message, retryAfterSeconds: RETRY_SECONDS });
		reply.writeHead(503, {
			"content-type": "application/json; charset=utf-8",
			"cache-control": "no-store",
			"retry-after": String(RETRY_SECONDS),
			connection: "close",
		});
		reply.end(JSON.stringify(errorBody(error, requestId(Date.now()))));
	});
	for (let tries = 0; tries < LISTEN_TRIES && !server.listening; tries++) {
		const tried = new Promise((resolve) => server.once("error", resolve).once("listening", resolve));
		server.listen({ host, port });
		await tried;
		if (!server.listening) await sleep(LISTEN_AGAIN_MS);
	}
	return () =>
		new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
}
