import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DockerfileParser, type Instruction, JSONInstruction } from "dockerfile-ast";
import { pack } from "./packed.ts";
import { SLOW_PATIENCE_MS } from "./patience.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The configuration declared by the last stage of the Dockerfile. */
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

/** A stage of the Dockerfile: its instructions in order. */
export interface Stage {
	readonly name: string | undefined;
	readonly from: string;
	readonly instructions: readonly Instruction[];
}

/** Parses the repository's Dockerfile. */
export function readStages(): readonly Stage[] {
	const file = DockerfileParser.parse(readFileSync(join(root, "Dockerfile"), "utf8"));
	const stages: { name: string | undefined; from: string; instructions: Instruction[] }[] = [];
	for (const instruction of file.getInstructions()) {
		const words = instruction.getArguments().map((argument) => argument.getValue());
		if (instruction.getKeyword() === "FROM") {
			const name = words[1]?.toUpperCase() === "AS" ? words[2] : undefined;
			stages.push({ name, from: words[0] ?? "", instructions: [] });
		} else stages.at(-1)?.instructions.push(instruction);
	}
	return stages;
}

/** The arguments of all instructions of one kind in a stage. */
export function textsOf({ instructions }: Stage, keyword: string): string[] {
	return instructions
		.filter((each) => each.getKeyword() === keyword)
		.map((each) => each.getRawArgumentsContent() ?? "");
}

function environmentOf(stage: Stage): Record<string, string> {
	const pairs = textsOf(stage, "ENV").flatMap((text) => text.split(/\s+/));
	return Object.fromEntries(
		pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
	);
}

function words(stage: Stage, keyword: string): string[] {
	const found = stage.instructions.find((each) => each.getKeyword() === keyword);
	if (!(found instanceof JSONInstruction)) throw new Error(`${keyword} has to be a list: there is no shell`);
	return found.getJSONStrings().map((each) => JSON.parse(each.getValue()) as string);
}

/** How the image is run. */
export function readImage(): Image {
	const last = readStages().at(-1) as Stage;
	const [only = ""] = textsOf(last, "HEALTHCHECK");
	return {
		environment: environmentOf(last),
		user: textsOf(last, "USER")[0] ?? "",
		workingFolder: textsOf(last, "WORKDIR")[0] ?? "",
		volume: textsOf(last, "VOLUME")[0] ?? "",
		entrypoint: words(last, "ENTRYPOINT"),
		command: words(last, "CMD"),
		healthCheck: JSON.parse(only.slice(only.indexOf("["))) as string[],
		stopSignal: textsOf(last, "STOPSIGNAL")[0] ?? "",
	};
}

/** Builds the contents of the image with the Dockerfile's own commands on this machine's Debian. The image and a volume are placed below `folder`. */
export function buildImage(): { readonly folder: string; readonly rootFolder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), "packshot-container-"));
	const rootFolder = join(folder, "rootfs");
	const stage = readStages().find(({ name }) => name === "root") as Stage;
	const debs = join(folder, "debs");
	mkdirSync(debs);
	const env = { ...process.env, ...environmentOf(stage), ROOT: rootFolder, TARBALL: pack(folder).file };
	for (const command of textsOf(stage, "RUN")) {
		const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: debs, env, encoding: "utf8" });
		if (status !== 0) throw new Error(`RUN ${command}\n${stdout}${stderr}`);
	}
	return { folder, rootFolder, remove: () => rmSync(folder, { recursive: true, force: true }) };
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

/** Starts the container as the Dockerfile specifies. @param data the volume @param environment added to that of the image */
export async function runContainer(
	rootFolder: string,
	data: string,
	environment: Readonly<Record<string, string>>,
	image = readImage(),
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
		execFileSync("sh", ["-c", "command -v apt-get dpkg-deb setpriv nsenter chroot"]);
		return undefined;
	} catch (fault) {
		return String(fault);
	}
}
