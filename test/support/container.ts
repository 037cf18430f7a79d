import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type BuiltImage, whyNoImage } from "../../scripts/image.ts";
import { SLOW_PATIENCE_MS } from "./patience.ts";

/** A running container: its own process and mount namespaces, and a root that is read-only except for the volume and /tmp. */
export interface RunningContainer {
	readonly unshared: ChildProcess;
	/** PID of its first process, as seen from the host. */
	readonly pid: number;
	readonly said: () => string;
	/** The command line that runs a program in it, as `docker exec` does, with this environment. */
	readonly entering: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	/** Ends all of its processes. The one outside would not take them along: a process that has changed its user outlives it. */
	kill(): void;
	/** Runs a program in it. */
	execute(...words: readonly string[]): {
		readonly status: number | null;
		readonly stdout: string;
		readonly stderr: string;
	};
}

const MOUNTING = `set -e
mount --bind "$1" "$1"
mount --bind "$2" "$1$3"
mount -t tmpfs none "$1/tmp"
mount -t proc none "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
root=$1 user=$4 folder=$3
shift 4
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+sys_chroot,+setuid,+setgid \\
	chroot --userspec="$user" --groups="" "$root" "$@"`;

/**
 * Starts a container as the image says, in namespaces of its own.
 * @param data the volume @param environment added to that of the image @param command instead of that of the image
 */
export async function runContainer(
	{ image, rootFolder }: Pick<BuiltImage, "image" | "rootFolder">,
	data: string,
	environment: Readonly<Record<string, string>>,
	command = image.command,
): Promise<RunningContainer> {
	const env = { ...image.environment, ...environment };
	const started = [...image.entrypoint, ...command];
	const unshared = spawn(
		"unshare",
		[
			"--mount",
			"--pid",
			"--fork",
			"--kill-child",
			"sh",
			"-c",
			MOUNTING,
			"sh",
			rootFolder,
			data,
			image.volume,
			image.user,
			...started,
		],
		{ env: { ...env, PATH: process.env.PATH ?? "" }, stdio: ["ignore", "pipe", "pipe"] },
	);
	let said = "";
	for (const stream of [unshared.stdout, unshared.stderr]) stream?.on("data", (chunk) => (said += chunk));
	const pid = await firstChildOf(unshared);
	const [uid = "", gid = ""] = image.user.split(":");
	const user = ["--setuid", uid, "--setgid", gid];
	const entering = ["nsenter", "--target", String(pid), "--mount", "--pid", "--root", "--wd", ...user];
	return {
		unshared,
		pid,
		said: () => said,
		entering,
		environment: env,
		kill() {
			if (unshared.exitCode === null && unshared.signalCode === null) process.kill(pid, "SIGKILL");
		},
		execute(...program) {
			const [nsenter = "", ...words] = [...entering, ...program];
			const { status, stdout, stderr } = spawnSync(nsenter, words, { env, encoding: "utf8" });
			return { status, stdout, stderr };
		},
	};
}

async function firstChildOf({ pid }: ChildProcess): Promise<number> {
	const untilMs = Date.now() + SLOW_PATIENCE_MS;
	while (Date.now() < untilMs) {
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
		if (children) return Number(children.split(" ")[0]);
		await sleep(10);
	}
	throw new Error("nothing was started");
}

/** Why containers cannot be created here; undefined if they can. */
export function whyNoContainer(): string | undefined {
	const noImage = whyNoImage({ onThisMachine: process.env.PACKSHOT_TEST_IMAGE === undefined });
	if (noImage) return noImage;
	const missing = ["unshare", "setpriv", "nsenter"].filter((name) => spawnSync(name, ["--version"]).error);
	if (missing.length > 0) return `${missing.join(" and ")} is not installed`;
	const { status, stderr } = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"], {
		encoding: "utf8",
	});
	return status === 0 ? undefined : `no namespaces: ${stderr}`;
}
