import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SLOW_PATIENCE_MS } from "./patience.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How the image says that it is run. */
export interface Image {
	readonly environment: Readonly<Record<string, string>>;
	readonly user: string;
	readonly workingFolder: string;
	readonly volume: string;
	readonly entrypoint: readonly string[];
	readonly command: readonly string[];
	readonly healthCheck: readonly string[];
	readonly stopSignal: string;
}

/** An image that an engine has built of the Dockerfile. */
export interface BuiltImage {
	readonly image: Image;
	/** Its files. A volume may be placed in `folder`. */
	readonly rootFolder: string;
	readonly folder: string;
	remove(): void;
}

const BASE = "localhost/node-base";
const NAME = "localhost/packshot";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const DEBIAN = "http://deb.debian.org/debian";

/**
 * Builds the repository's Dockerfile with Buildah, which needs no daemon, as `docker build .` does. There is no registry where the tests run: instead
 * of Node.js's image, the base is a minimal Debian with the Node.js, npm and certificates of this machine.
 */
export function buildImage(): BuiltImage {
	const folder = mkdtempSync(join(tmpdir(), "packshot-image-"));
	const stores = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
	const buildah = (...words: string[]) => run("buildah", ["--storage-driver", "vfs", ...stores, ...words]);
	const base = join(folder, "base");
	run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", base, DEBIAN]);
	addNode(base);
	const started = buildah("from", "scratch");
	buildah("add", "--quiet", started, base, "/");
	buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, started);
	buildah("commit", "--quiet", started, BASE);
	rmSync(base, { recursive: true });
	const from = ["--pull=false", "--build-arg", `NODE_IMAGE=${BASE}`];
	buildah("build", "--isolation", "chroot", "--format", "docker", ...from, "--tag", NAME, root);
	const rootFolder = buildah("mount", buildah("from", "--pull=false", NAME));
	return {
		image: imageOf(JSON.parse(buildah("inspect", "--type", "image", NAME))),
		rootFolder,
		folder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

function run(program: string, words: readonly string[]): string {
	const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 2 ** 28 });
	if (status !== 0) throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`);
	return stdout.trim();
}

/** As in Node.js's image. */
function addNode(base: string): void {
	const bin = join(base, "usr/local/bin");
	cpSync(process.execPath, join(bin, "node"));
	const npm = dirname(dirname(run("readlink", ["-f", run("sh", ["-c", "command -v npm"])])));
	cpSync(npm, join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
	for (const name of ["npm", "npx"])
		symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
	cpSync(CERTIFICATES, join(base, CERTIFICATES));
}

/** What Buildah says of an image in Docker's format. */
interface Inspected {
	readonly Docker: {
		readonly config: {
			readonly User: string;
			readonly Env: readonly string[];
			readonly WorkingDir: string;
			readonly Volumes: Readonly<Record<string, object>>;
			readonly Entrypoint: readonly string[];
			readonly Cmd: readonly string[];
			readonly Healthcheck: { readonly Test: readonly string[] };
			readonly StopSignal: string;
		};
	};
}

function imageOf({ Docker: { config } }: Inspected): Image {
	return {
		environment: Object.fromEntries(
			config.Env.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]),
		),
		user: config.User,
		workingFolder: config.WorkingDir,
		volume: Object.keys(config.Volumes).join(),
		entrypoint: config.Entrypoint,
		command: config.Cmd,
		// The first word says that no shell runs the others.
		healthCheck: config.Healthcheck.Test.slice(1),
		stopSignal: config.StopSignal,
	};
}

/** A running container: its own process and mount namespaces, and a root that is read-only except for the volume and /tmp. */
export interface RunningContainer {
	readonly unshared: ChildProcess;
	/** PID of its first process, as seen from the host. */
	readonly pid: number;
	readonly said: () => string;
	/** Runs a program in it, as `docker exec` does. */
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

/** Starts a container as the image says, in namespaces of its own. @param data the volume @param environment added to that of the image */
export async function runContainer(
	{ image, rootFolder }: Pick<BuiltImage, "image" | "rootFolder">,
	data: string,
	environment: Readonly<Record<string, string>>,
): Promise<RunningContainer> {
	const env = { ...image.environment, ...environment };
	const started = [...image.entrypoint, ...image.command];
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
	return {
		unshared,
		pid,
		said: () => said,
		execute(...program) {
			const [uid = "", gid = ""] = image.user.split(":");
			const into = [
				"--target",
				String(pid),
				"--mount",
				"--pid",
				"--root",
				"--wd",
				"--setuid",
				uid,
				"--setgid",
				gid,
			];
			const { status, stdout, stderr } = spawnSync("nsenter", [...into, ...program], {
				env,
				encoding: "utf8",
			});
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
	if (process.platform !== "linux" || process.getuid?.() !== 0) return "containers are made by root on Linux";
	try {
		execFileSync("unshare", ["--mount", "--pid", "--fork", "true"]);
		execFileSync("sh", [
			"-c",
			"command -v buildah && command -v debootstrap && command -v setpriv && command -v nsenter",
		]);
		return undefined;
	} catch (fault) {
		return String(fault);
	}
}
