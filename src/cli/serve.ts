import { setTimeout as sleep } from "node:timers/promises";
import { type Config, everySetting } from "../config.ts";
import type { Installation } from "../installation.ts";
import { checkSettings } from "../operations/upgrade/check-settings.ts";
import { noteServedBy } from "../operations/upgrade/served-build.ts";
import { sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { type RunningServer, startServer } from "../server.ts";
import { BUILD } from "../version.ts";
import { type AddCommand, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { serveAlone } from "./serving.ts";
import { setupLink } from "./setup.ts";
import { sqliteInWords } from "./sqlite-in-words.ts";
import { disconnectSupervisor, isWorker, leaveSupervisor, reportReady, supervise } from "./workers.ts";

export const addServe: AddCommand = (program, line) => {
	program
		.command("serve")
		.description("bring the database up to date, then serve until SIGTERM")
		.option("--host <host>", "address to listen on")
		.option("--port <port>", "port to listen on")
		.option(
			"--workers <count>",
			"processes that share the port; more than one needs PACKSHOT_DATABASE_URL",
			"1",
		)
		.addHelpText(...examples("serve --host 0.0.0.0 --port 8080"))
		.action(async (options: { host?: string; port?: string; workers: string }) => {
			const config = withListening(line.config(), options);
			if (!isWorker) for (const text of settingWarnings(line.environment)) line.warn(text);
			const count = workerCount(config, options.workers);
			if (count > 1 && !isWorker) {
				const { showWorkersMetrics } = await import("../operations/metrics/show.ts");
				const closeMetrics = await showWorkersMetrics(config.metrics);
				await line.withNewInstallation((installation) =>
					offerSetup(installation, config, `http://${config.process.host}:${config.process.port}`),
				);
				await supervise({ count, stopRequested: stopSignal(), log }).finally(closeMetrics);
				return;
			}
			try {
				await serve(config);
			} finally {
				disconnectSupervisor();
			}
		});
};

async function serve(config: Config): Promise<void> {
	if (!isWorker) {
		await serveAlone(config, stopSignal, ({ installation, url }) => greet(config, installation, url));
		return;
	}
	const server = await startServer(config);
	const stopping = new AbortController();
	void reportWhenReady(server, stopping.signal);
	await stopSignal();
	stopping.abort();
	await leaveSupervisor();
	await server.stop();
}

async function greet(config: Config, installation: Installation, url: string): Promise<void> {
	if (config.database.url === undefined) log(sqliteInWords(sqliteLibrary()));
	const earlier = await installation.db.write(noteServedBy, { build: BUILD });
	if (earlier !== undefined && earlier !== BUILD)
		log(`${earlier} served this installation before; this is ${BUILD}`);
	log(`serving ${url}/api/v1`);
	await offerSetup(installation, config, url);
}

/** Says where an installation that nobody uses yet is set up. */
async function offerSetup(installation: Installation, config: Config, url: string): Promise<void> {
	const link = await setupLink(installation, config, url);
	if (link !== undefined) log(`nobody uses this installation yet; set it up at ${link} (works once)`);
}

const log = (text: string) => void process.stderr.write(`packshot: ${text}\n`);

/** Settings that have no effect, or will lose it one day. A mistyped name would otherwise be ignored silently. */
export function settingWarnings(environment: CommandLine["environment"]): string[] {
	return checkSettings(everySetting, environment).flatMap(({ level, text }) =>
		level === "ok" ? [] : [text],
	);
}

/** @throws UsageFailure for an invalid number of workers, or more than one on SQLite. */
export function workerCount(config: Config, text: string): number {
	const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
	if (count < 1) throw new UsageFailure(`--workers takes a number from 1 to 999, not "${text}"`);
	if (count > 1 && config.database.url === undefined) {
		throw new UsageFailure("several workers need PostgreSQL: set PACKSHOT_DATABASE_URL");
	}
	return count;
}

const READY_CHECK_MS = 500;

async function reportWhenReady(server: RunningServer, stopping: AbortSignal): Promise<void> {
	while (!stopping.aborted) {
		if (await server.isHealthy()) return reportReady();
		await sleep(READY_CHECK_MS, undefined, { ref: false });
	}
}

/** The options of the command line take precedence over the environment. @throws UsageFailure for an invalid port. */
export function withListening(config: Config, options: { host?: string; port?: string }): Config {
	const port = options.port === undefined ? config.process.port : Number(options.port);
	if (options.port === "" || !Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new UsageFailure(`--port takes a number from 0 to 65535, not "${options.port}"`);
	}
	return { ...config, process: { ...config.process, host: options.host ?? config.process.host, port } };
}

/**
 * Resolves on the first SIGTERM or SIGINT. Every further SIGTERM is ignored, because a worker gets two where the service manager signals the whole
 * group; a second SIGINT ends the process at once, as whoever presses Ctrl-C again expects.
 */
export function stopSignal(): Promise<void> {
	return new Promise((resolve) => {
		process.on("SIGTERM", () => resolve());
		process.once("SIGINT", () => resolve());
	});
}
