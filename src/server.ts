import type { FastifyBaseLogger } from "fastify";
import { createRequestCounts } from "./api/request-counts.ts";
import { buildApp } from "./app.ts";
import { type Config, dataPaths } from "./config.ts";
import { type Installation, openInstallation, prepareDataFolder } from "./installation.ts";
import type { Restoring } from "./operations/backup/restoring.ts";
import { lockForServing } from "./platform/db/sqlite/process-lock.ts";
import { makeRoomToStart } from "./platform/db/sqlite/reserve.ts";
import { plainFault } from "./platform/plain-fault.ts";
import { StartFailure } from "./platform/start-failure.ts";
import { exportersOf } from "./platform/telemetry/settings.ts";
import type { Telemetry } from "./platform/telemetry/start.ts";
import { collectRequestsYoung } from "./platform/v8-flags.ts";
import { VERSION } from "./version.ts";
import { beginWorks } from "./works.ts";

/** Maximum number of connections waiting to be accepted; systems usually allow no more. When all clients reconnect at once, the rest retry for seconds. */
const BACKLOG = 4096;
const HEALTH_PATH = "/api/v1/health";

export interface RunningServer {
	readonly url: string;
	readonly installation: Installation;
	/** Whether every dependency responds, as reported by `GET /health`; works during maintenance too. */
	isHealthy(): Promise<boolean>;
	/** Finishes what is in flight, then closes everything. */
	stop(): Promise<void>;
}

/** What a server has whose process serves an installation alone. */
export interface ServedAlone {
	readonly restoring: Restoring;
	/** Frees the port. */
	readonly aboutToListen: () => Promise<void>;
}

/** Locks the data folder, opens the stores and listens. @throws StartFailure when another server is using the folder or the port. */
export async function startServer(config: Config, alone?: ServedAlone): Promise<RunningServer> {
	collectRequestsYoung();
	const paths = dataPaths(config);
	prepareDataFolder(config);
	// A shared database is for many servers; a file is for one.
	const unlock = config.database.url === undefined ? lockForServing(paths.serverLock) : () => undefined;
	if (!unlock) throw new StartFailure(`another packshot server is running on ${paths.folder}`);
	if (config.database.url === undefined) makeRoomToStart(paths.database);
	const opened = await openInstallation(config);
	// What fails before there is a log is written where the log goes.
	let log: Pick<FastifyBaseLogger, "warn"> = { warn: (...words: unknown[]) => console.warn(...words) };
	const telemetry = await loadTelemetry(config, (message, details) => log.warn({ details }, message));
	const installation = telemetry?.traced(opened) ?? opened;
	const counts = config.metrics.port > 0 || telemetry ? createRequestCounts() : undefined;
	const app = await buildApp({
		config,
		...installation,
		...(alone ? { restoring: alone.restoring } : {}),
		...(counts ? { requestCounts: counts } : {}),
		...(telemetry ? { traceRequests: telemetry.traceRequests } : {}),
	});
	log = app.log;
	let closeMetrics: (() => Promise<void>) | undefined;
	const stopWorks = await beginWorks(config, installation, app.log);
	const stop = async () => {
		await Promise.all([app.close(), stopWorks()]);
		await closeMetrics?.();
		await telemetry?.stop();
		await installation.close();
		unlock();
	};
	try {
		if (counts) {
			const { collectMetrics } = await import("./metrics.ts");
			const { showMetrics } = await import("./operations/metrics/show.ts");
			const registry = await collectMetrics({
				...installation,
				requests: counts,
				changeDays: config.changes.days,
				dataFolder: paths.folder,
			});
			telemetry?.exportMetrics(registry);
			closeMetrics = await showMetrics(config.metrics, registry);
		}
		const { host, port } = config.process;
		await alone?.aboutToListen();
		const url = await app.listen({ host, port, backlog: BACKLOG });
		const isHealthy = () =>
			app.inject(HEALTH_PATH).then(
				(answer) => {
					const { checks } = answer.json();
					return checks !== undefined && Object.values(checks).every((check) => check === "ok");
				},
				() => false,
			);
		return { url, installation, isHealthy, stop };
	} catch (fault) {
		await stop();
		if (fault instanceof StartFailure) throw fault;
		const where = `${config.process.host}:${config.process.port}`;
		throw new StartFailure(`cannot listen on ${where}: ${plainFault(fault)}`);
	}
}

/** OpenTelemetry is loaded only if something is exported. @param failed is called when an export fails. */
async function loadTelemetry(
	{ telemetry: settings, http }: Config,
	failed: (message: string, details: readonly unknown[]) => void,
): Promise<Telemetry | undefined> {
	const { traces, metrics } = exportersOf(settings);
	if (traces === "none" && metrics === "none") return undefined;
	const { startTelemetry } = await import("./platform/telemetry/start.ts");
	return startTelemetry({ settings, trustedProxies: http.trustedProxies, version: VERSION, failed });
}
