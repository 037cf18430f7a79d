import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { SLOW_PATIENCE_MS } from "./patience.ts";

/** A real server with an empty cluster in its own folder, which is deleted with it. */
export interface PostgresServer {
	readonly url: string;
	/** Stops it as an operator would, closing connections; it can be started again on the same data. */
	stop(): Promise<void>;
	start(): Promise<void>;
	/** Stops it at once, as a crash does: it recovers from its log when it is started again. */
	crash(): Promise<void>;
	/** Stops it permanently and deletes its data. */
	remove(): Promise<void>;
}

/** Folder of the programs `initdb` and `postgres`; `undefined` if PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
	const versions = "/usr/lib/postgresql";
	const installed = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
	const folders = [
		...(process.env.PATH ?? "").split(delimiter),
		...installed.map((version) => join(versions, version, "bin")),
		"/opt/homebrew/opt/postgresql/bin",
	];
	return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/**
 * Creates a cluster and starts it on a free port. PostgreSQL refuses to run as root, so it then runs as its own user, or as nobody.
 * @param options.syncs whether commits reach the disk before they are acknowledged. Tests kill servers, not machines, and do without.
 * @param options.below parent of its folder; the temporary folder by default.
 */
export async function startPostgres(
	programs: string,
	{ syncs = false, below = tmpdir() }: { syncs?: boolean; below?: string } = {},
): Promise<PostgresServer> {
	const folder = mkdtempSync(join(below, "packshot-postgres-"));
	const user = process.getuid?.() === 0 ? otherUser() : undefined;
	if (user) chownSync(folder, user.uid, user.gid);
	chmodSync(folder, 0o700);
	const data = join(folder, "data");
	makeCluster(programs, data, { ...user, cwd: folder });
	const port = await freePort();
	const url = `postgres://packshot@127.0.0.1:${port}/postgres`;
	let server: ChildProcess | undefined;
	async function end(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
		if (!server || server.exitCode !== null) return;
		const gone = once(server, "exit");
		server.kill(signal);
		await gone;
	}

	const running = {
		url,
		async start() {
			const settings = {
				port,
				listen_addresses: "127.0.0.1",
				unix_socket_directories: folder,
				max_connections: 300,
				fsync: syncs ? "on" : "off",
				shared_buffers: "128MB",
			};
			const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
			server = spawn(join(programs, "postgres"), ["-D", data, ...given], {
				...user,
				cwd: folder,
				stdio: "ignore",
			});
			await untilItAnswers(url);
		},
		stop: () => end("SIGINT"),
		crash: () => end("SIGQUIT"),
		async remove() {
			await running.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	process.once("exit", () => server?.kill("SIGINT"));
	await running.start();
	return running;
}

/** With a language's collation where the build knows one, so that a query that needs byte order has to ask for it. */
export function makeCluster(programs: string, data: string, options: object): void {
	const common = ["-D", data, "-U", "packshot", "--auth=trust", "--encoding=UTF8", "--no-sync"];
	const inLanguage = [...common, "--locale-provider=icu", "--icu-locale=en", "--locale=C.UTF-8"];
	let said = "";
	for (const given of [inLanguage, [...common, "--locale=C"]]) {
		rmSync(data, { recursive: true, force: true });
		const made = spawnSync(join(programs, "initdb"), given, { ...options, encoding: "utf8" });
		if (made.status === 0) return;
		said = made.stderr;
	}
	throw new Error(`initdb failed: ${said}`);
}

export function otherUser(): { uid: number; gid: number } {
	const users = readFileSync("/etc/passwd", "utf8").split("\n");
	const entry =
		users.find((line) => line.startsWith("postgres:")) ?? users.find((line) => line.startsWith("nobody:"));
	const [, , uid, gid] = entry?.split(":") ?? [];
	return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

export async function untilItAnswers(url: string): Promise<void> {
	const untilMs = Date.now() + SLOW_PATIENCE_MS;
	while (Date.now() < untilMs) {
		const client = new Client(url);
		try {
			await client.connect();
			await client.end();
			return;
		} catch {
			await sleep(100);
		}
	}
	throw new Error("PostgreSQL does not start");
}
