import type { FastifyBaseLogger } from "fastify";
import { createRequestCounts } from "./api/request-counts.ts";
import { buildApp } from "./app.ts";
import { startBackgroundWork } from "./background-work.ts";
import { packRegularly } from "./catalogue/search/pack-regularly.ts";
import { type Config, dataPlaces } from "./config.ts";
import { type Installation, openInstallation, prepareDataFolder } from "./installation.ts";
import { IN_THE_BACKGROUND } from "./platform/db/pace.ts";
import { lockForServing } from "./platform/db/sqlite/process-lock.ts";
import { makeRoomToStart, reserveWork } from "./platform/db/sqlite/reserve.ts";
import { plainFault } from "./platform/plain-fault.ts";
import { runRegularly } from "./platform/retention.ts";
import { StartFailure } from "./platform/start-failure.ts";
import { repeat } from "./platform/tasks/repeat.ts";
import { exportersOf } from "./platform/telemetry/settings.ts";
import type { Telemetry } from "./platform/telemetry/start.ts";
import { MINUTE_MS } from "./platform/time/durations.ts";
import { collectRequestsYoung } from "./platform/v8-flags.ts";
import { renewStored } from "./renew-stored.ts";
import { retainRegularly } from "./retention.ts";
import { VERSION } from "./version.ts";
import { startWebhooks } from "./webhooks/send/start.ts";

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

/** Locks the data folder, opens the stores and listens. @throws StartFailure when another server is using the folder or the port. */
export async function startServer(config: Config): Promise<RunningServer> {
	collectRequestsYoung();
	const places = dataPlaces(config);
	prepareDataFolder(config);
	// A shared database is for many servers; a file is for one.
	const unlock = config.database.url === undefined ? lockForServing(places.serverLock) : () => undefined;
	if (!unlock) throw new StartFailure(`another packshot server is running on ${places.folder}`);
	if (config.database.url === undefined) makeRoomToStart(places.database);
	const opened = await openInstallation(config);
	// What fails before there is a log is written where the log goes.
	let log: Pick<FastifyBaseLogger, "warn"> = { warn: (...words: unknown[]) => console.warn(...words) };
	const telemetry = await loadTelemetry(config, (message, details) => log.warn({ details }, message));
	const installation = telemetry?.traced(opened) ?? opened;
	const counts = config.metrics.port > 0 || telemetry ? createRequestCounts() : undefined;
	const app = await buildApp({
		config,
		...installation,
		...(counts ? { requestCounts: counts } : {}),
		...(telemetry ? { traceRequests: telemetry.traceRequests } : {}),
	});
	log = app.log;
	let closeMetrics: (() => Promise<void>) | undefined;
	const stopRetention = retain(config, installation, app.log);
	const stopRenewing = renewInBackground(installation, app.log);
	const stopPacking = packRegularly(installation, (fault) =>
		app.log.error({ err: fault }, "what products are found by could not be packed"),
	);
	const stopSending = sendWebhooks(config, installation, app.log);
	const stopWork = startBackgroundWork(config, installation, app.log);
	const stopReserving = keepReserve(config, app.log);
	const stop = async () => {
		await Promise.all([stopReserving(), stopRetention(), app.close(), stopSending(), stopWork()]);
		await Promise.all([stopRenewing(), stopPacking()]);
		await closeMetrics?.();
		await telemetry?.stop();
		await installation.close();
		unlock();
	};
	try {
		if (counts) {
			const { collectMetrics, showMetrics } = await import("./operations/metrics/show.ts");
			const registry = collectMetrics(installation, counts, {
				changeDays: config.changes.days,
				dataFolder: places.folder,
			});
			telemetry?.exportMetrics(registry);
			closeMetrics = await showMetrics(config.metrics, registry);
		}
		const { host, port } = config.process;
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

/** Deletes what has expired. @returns a function that stops it. */
function retain(config: Config, installation: Installation, log: FastifyBaseLogger): () => Promise<void> {
	const days = {
		...config.retention,
		deliveryAddressDays: config.images.deliveryAddressDays,
		changeDays: config.changes.days,
		historyDays: config.history.days,
	};
	return retainRegularly(installation, days, installation.clock, (fault) =>
		log.error({ err: fault }, "expired rows could not be deleted"),
	);
}

/** Keeps disk space for what has to work on a full disk. @returns a function that stops it. */
function keepReserve(config: Config, log: FastifyBaseLogger): () => Promise<void> {
	if (config.database.url !== undefined) return async () => undefined;
	const failed = (fault: unknown) => log.error({ err: fault }, "no disk space could be kept in reserve");
	const { step, everyMs } = reserveWork(dataPlaces(config).database);
	const first = step().catch(failed);
	const stop = runRegularly([{ step, everyMs }], failed);
	return async () => {
		await Promise.all([first, stop()]);
	};
}

/** Upgrades data stored by earlier versions. @returns a function that stops it early. */
function renewInBackground(installation: Installation, log: FastifyBaseLogger): () => Promise<void> {
	return repeat({
		async step(signal) {
			const { unread, unindexed } = await renewStored(installation, IN_THE_BACKGROUND, signal);
			if (unread.length > 0) log.error({ unread }, "pictures without a readable file");
			if (unindexed.length > 0) log.error({ unindexed }, "pictures with a damaged fingerprint");
			return undefined;
		},
		onFault: (fault) => log.error({ err: fault }, "renewing what an earlier version stored failed"),
		afterFaultMs: MINUTE_MS,
	});
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

/** Sends webhooks if they are enabled. @returns a function that stops it. */
function sendWebhooks(
	{ webhooks }: Config,
	installation: Installation,
	log: FastifyBaseLogger,
): () => Promise<void> {
	if (webhooks.webhooks === "off") return async () => undefined;
	return startWebhooks({
		...installation,
		rules: webhooks,
		log: {
			switchedOff: (clientId, reason) => log.warn({ clientId, reason }, "a webhook was switched off"),
			fault: (fault) => log.error({ err: fault }, "webhooks could not be sent"),
		},
	});
}
