import { execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";
import { killWhole } from "./killed-processes.ts";
import { makeCluster, otherUser, postgresPrograms, untilItAnswers } from "./postgres-server.ts";
import { openRelay, type Relay } from "./relay.ts";

/** A primary with synchronous replication, and its standby. */
export interface ReplicatedPostgres {
	/** URL with both hosts, as operators configure it: the standby first. */
	readonly url: string;
	readonly primaryUrl: string;
	readonly standbyUrl: string;
	/** The relay through which the primary replicates to the standby. */
	readonly replication: Relay;
	/** Kills it as a power failure would. */
	killPrimary(): Promise<void>;
	/** Promotes the standby so that it accepts writes. */
	promote(): void;
	remove(): Promise<void>;
}

/** Paths of the replication programs; `undefined` if they are not installed. */
export function replicationPrograms():
	| { postgres: string; pg_basebackup: string; pg_ctl: string }
	| undefined {
	const folders = [postgresPrograms() ?? "", ...(process.env.PATH ?? "").split(delimiter)];
	const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
	const [postgres, pg_basebackup, pg_ctl] = [find("postgres"), find("pg_basebackup"), find("pg_ctl")];
	return postgres && pg_basebackup && pg_ctl ? { postgres, pg_basebackup, pg_ctl } : undefined;
}

type Programs = NonNullable<ReturnType<typeof replicationPrograms>>;

export async function startReplicatedPostgres(programs: Programs): Promise<ReplicatedPostgres> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-replicated-"));
	const user = process.getuid?.() === 0 ? otherUser() : undefined;
	if (user) chownSync(folder, user.uid, user.gid);
	chmodSync(folder, 0o700);
	const [primaryData, standbyData] = [join(folder, "primary"), join(folder, "standby")];
	const [primaryPort, standbyPort] = [await freePort(), await freePort()];
	const options = { ...user, cwd: folder } as const;
	makeCluster(join(programs.postgres, ".."), primaryData, options);

	const start = (data: string, port: number, more: readonly string[] = []) => {
		const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
		const given = [...settings, "fsync=off", ...more].flatMap((setting) => ["-c", setting]);
		return spawn(programs.postgres, ["-D", data, ...given], { ...options, stdio: "ignore" });
	};
	const urlOf = (port: number) => `postgres://packshot@127.0.0.1:${port}/postgres`;
	const primary = start(primaryData, primaryPort, ["synchronous_standby_names=standby"]);
	process.once("exit", () => primary.kill("SIGQUIT"));
	await untilItAnswers(urlOf(primaryPort));
	const replication = await openRelay(urlOf(primaryPort));
	const source = `host=127.0.0.1 port=${new URL(replication.url).port} user=packshot application_name=standby`;
	// The relay runs in this process, which therefore must not block on the program that uses it.
	await promisify(execFile)(
		programs.pg_basebackup,
		["-d", source, "-D", standbyData, "-R", "--checkpoint=fast"],
		options,
	);
	const standby = start(standbyData, standbyPort);
	process.once("exit", () => standby.kill("SIGQUIT"));
	await untilItAnswers(urlOf(standbyPort));

	return {
		url: `postgres://packshot@127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}/postgres?target_session_attrs=read-write`,
		primaryUrl: urlOf(primaryPort),
		standbyUrl: urlOf(standbyPort),
		replication,
		killPrimary: () => killWhole(primary),
		promote: () => run(programs.pg_ctl, ["promote", "-w", "-D", standbyData], options),
		async remove() {
			await Promise.all([killWhole(primary), killWhole(standby)]);
			await replication.close();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

function run(program: string, args: readonly string[], options: object): void {
	const { status, stderr } = spawnSync(program, args, { ...options, encoding: "utf8" });
	if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
