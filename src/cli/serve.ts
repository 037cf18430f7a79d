import { mkdirSync } from "node:fs";
import { buildApp } from "../app.ts";
import { type Config, dataPlaces } from "../config.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { lockForServing } from "../platform/db/sqlite/process-lock.ts";
import { sweepRegularly } from "../sweeping/sweep.ts";
import { type AddCommand, CommandFailure, UsageFailure } from "./command-line.ts";

export const addServe: AddCommand = (program, line) => {
	program
		.command("serve")
		.description("bring the database up to date, then serve until SIGTERM")
		.option("--host <host>", "address to listen on")
		.option("--port <port>", "port to listen on")
		.action(async (options: { host?: string; port?: string }) => {
			const config = withListening(line.config(), options);
			const server = await startServer(config);
			process.stderr.write(`packshot: serving ${server.url}/api/v1\n`);
			await untilTold();
			await server.stop();
		});
};

export interface RunningServer {
	readonly url: string;
	readonly installation: Installation;
	/** Finishes what is in flight, then closes everything. */
	stop(): Promise<void>;
}

/** Takes the data folder, opens the stores and listens. @throws CommandFailure when another server has the folder or the port. */
export async function startServer(config: Config): Promise<RunningServer> {
	const places = dataPlaces(config);
	mkdirSync(places.folder, { recursive: true });
	// A shared database is made for many servers; a file is for one.
	const unlock = config.database.url === undefined ? lockForServing(places.serverLock) : () => undefined;
	if (!unlock) throw new CommandFailure(`another packshot server is running on ${places.folder}`);
	const installation = await openInstallation(config);
	const app = await buildApp({ config, ...installation });
	const stopSweeping = sweepRegularly(installation.db, installation.clock, (fault) =>
		app.log.error({ err: fault }, "sweeping failed"),
	);
	const stop = async () => {
		stopSweeping();
		await app.close();
		await installation.close();
		unlock();
	};
	try {
		const url = await app.listen({ host: config.process.host, port: config.process.port });
		return { url, installation, stop };
	} catch (fault) {
		await stop();
		const where = `${config.process.host}:${config.process.port}`;
		throw new CommandFailure(`cannot listen on ${where}: ${(fault as Error).message}`);
	}
}

/** The options of the command line win over the environment. @throws UsageFailure when the port is none. */
export function withListening(config: Config, options: { host?: string; port?: string }): Config {
	const port = options.port === undefined ? config.process.port : Number(options.port);
	if (options.port === "" || !Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new UsageFailure(`--port takes a number from 0 to 65535, not "${options.port}"`);
	}
	return { ...config, process: { ...config.process, host: options.host ?? config.process.host, port } };
}

/** Resolves on the first SIGTERM or SIGINT. */
export function untilTold(): Promise<void> {
	return new Promise((resolve) => {
		process.once("SIGTERM", () => resolve());
		process.once("SIGINT", () => resolve());
	});
}
