import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIN } from "../../test/support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../../test/support/busy-machine.ts";
import { type Cluster, openCluster } from "../../test/support/cluster.ts";
import { postgresPrograms, startPostgres } from "../../test/support/postgres-server.ts";

/** Where a soak runs: a data folder and, unless it is on SQLite, a separate PostgreSQL. */
export interface Place {
	readonly engine: "PostgreSQL" | "SQLite";
	/** For the soak's own files, beside the data. */
	readonly folder: string;
	readonly data: string;
	readonly databaseUrl: string | undefined;
	/** The processes of the compose file, if these are soaked. */
	readonly cluster: Cluster | undefined;
	/** Settings for every process. */
	readonly settings: Readonly<Record<string, string>>;
	remove(): Promise<void>;
}

/**
 * Memory for cached pictures. Imports keep adding new ones, so the default of 128 MB would fill for hours and look like a leak. This much
 * fills within minutes, and any later growth has another cause.
 */
export const PICTURE_CACHE_MEGABYTES = 4;

/** All callers share one address, and a busy machine must not count as an overloaded service. */
const SETTINGS = {
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE: "1000000",
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "1000000",
	PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
	...ON_A_BUSY_MACHINE,
	PACKSHOT_DATABASE_STATEMENT_SECONDS: "120",
	PACKSHOT_LOG_LEVEL: "warn",
	PACKSHOT_IMAGE_CACHE_BYTES: String(PICTURE_CACHE_MEGABYTES * 2 ** 20),
	PACKSHOT_SECRET: "one secret for all nodes of the soak",
};

/** @throws Error if PostgreSQL is requested but not installed. */
export async function openPlace(engine: Place["engine"], isCluster: boolean): Promise<Place> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-soak-"));
	const data = join(folder, "data");
	mkdirSync(data);
	const programs = engine === "PostgreSQL" ? postgresPrograms() : undefined;
	if (engine === "PostgreSQL" && !programs) throw new Error("PostgreSQL is not installed; try --sqlite");
	const server = programs ? await startPostgres(programs, { syncs: true }) : undefined;
	const cluster = isCluster && server ? await openCluster(server.url) : undefined;
	const [given] = Object.values(cluster?.nodes ?? {});
	return {
		engine,
		folder,
		data,
		cluster,
		databaseUrl: given?.PACKSHOT_DATABASE_URL ?? server?.url,
		settings: {
			...SETTINGS,
			PACKSHOT_DATA: data,
			...(server ? { PACKSHOT_DATABASE_URL: server.url } : {}),
			...given,
		},
		async remove() {
			await cluster?.close();
			await server?.remove();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

interface CommandResult {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs a `packshot` command to completion beside the servers. */
export async function runCommand(
	settings: Readonly<Record<string, string>>,
	...args: readonly string[]
): Promise<CommandResult> {
	const child = spawn(process.execPath, [MAIN, ...args], {
		env: { PATH: process.env.PATH, ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const said = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		child[name].setEncoding("utf8").on("data", (text: string) => {
			said[name] += text;
		});
	}
	const [status] = (await once(child, "close")) as [number | null];
	return { status, ...said };
}

/** The JSON document that a command prints. @throws Error with its output if it fails. */
// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
export async function documentOf(settings: Place["settings"], ...args: readonly string[]): Promise<any> {
	const { status, stdout, stderr } = await runCommand(settings, ...args, "--json");
	if (status !== 0) throw new Error(`packshot ${args.join(" ")}: ${stderr}${stdout.slice(0, 2000)}`);
	return JSON.parse(stdout);
}
