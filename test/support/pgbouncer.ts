import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { otherUser, untilItAnswers } from "./postgres-server.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const EXAMPLE = new URL("../../docs/deploy/pgbouncer.ini", import.meta.url);

export const hasPgBouncer = existsSync(PROGRAM);

/** PgBouncer configured as in docs/deploy/pgbouncer.ini, except for addresses, database and authentication. */
export interface PgBouncer {
	/** The server's URL through the pooler. */
	readonly url: string;
	start(): Promise<void>;
	kill(): Promise<void>;
	remove(): Promise<void>;
}

/** Does not start it yet. @param server URL of a database on 127.0.0.1. */
export async function createPgBouncer(
	server: string,
	poolMode: "session" | "transaction",
): Promise<PgBouncer> {
	const { port, pathname, username } = new URL(server);
	const folder = mkdtempSync(join(tmpdir(), "packshot-pgbouncer-"));
	const user = process.getuid?.() === 0 ? otherUser() : undefined;
	const listenPort = await freePort();
	const users = join(folder, "users.txt");
	const settings = join(folder, "pgbouncer.ini");
	writeFileSync(users, `"${username}" ""\n`);
	const changes: [string, string][] = [
		["port=5432 dbname=packshot", `port=${port} dbname=${pathname.slice(1)}`],
		["listen_port = 6432", `listen_port = ${listenPort}\nunix_socket_dir =`],
		["auth_type = scram-sha-256", "auth_type = trust"],
		["/etc/pgbouncer/userlist.txt", users],
		["pool_mode = session", `pool_mode = ${poolMode}`],
	];
	let text = readFileSync(EXAMPLE, "utf8");
	for (const [from, to] of changes) {
		if (!text.includes(from)) throw new Error(`the example has no ${from}`);
		text = text.replace(from, to);
	}
	writeFileSync(settings, text);
	for (const path of [folder, users, settings]) {
		if (user) chownSync(path, user.uid, user.gid);
		chmodSync(path, 0o700);
	}
	const url = `postgres://${username}@127.0.0.1:${listenPort}/packshot`;
	let running: ChildProcess | undefined;
	const pooler = {
		url,
		async start() {
			running = spawn(PROGRAM, ["-q", settings], { ...user, cwd: folder, stdio: "ignore" });
			await untilItAnswers(url);
		},
		async kill() {
			const ending = running;
			running = undefined;
			if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
			const gone = once(ending, "exit");
			ending.kill("SIGKILL");
			await gone;
		},
		async remove() {
			await pooler.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	process.once("exit", () => running?.kill("SIGKILL"));
	return pooler;
}
