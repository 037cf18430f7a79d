import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifest } from "./versions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

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

/** An image that Buildah has built of the Dockerfile. */
export interface BuiltImage {
	/** As its variant for this machine says. */
	readonly image: Image;
	/** The files of that variant. */
	readonly rootFolder: string;
	/** Where Buildah keeps it, with room for more. */
	readonly folder: string;
	remove(): void;
}

export interface ImageOptions {
	/** Builds on a minimal Debian with this machine's Node.js, npm and certificates instead of Node.js's image, where no registry is reached. */
	readonly onThisMachine?: boolean;
	/** Such as `linux/arm64`; if there are none, that of this machine. */
	readonly platforms?: readonly string[];
}

const BASE = "localhost/node-base";
/** A list of one image per platform. */
const NAME = "localhost/packshot";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const DEBIAN = "http://deb.debian.org/debian";

/** Builds the repository's Dockerfile with Buildah, which needs no daemon, as `docker build .` does. */
export function buildImage({ onThisMachine = false, platforms = [] }: ImageOptions): BuiltImage {
	const folder = mkdtempSync(join(tmpdir(), "packshot-image-"));
	try {
		if (onThisMachine) makeBase(folder);
		build(folder, { onThisMachine, platforms });
		return openImage(folder);
	} catch (fault) {
		rmSync(folder, { recursive: true, force: true });
		throw fault;
	}
}

function build(folder: string, { onThisMachine, platforms }: Required<ImageOptions>): void {
	const words = [
		...(onThisMachine ? ["--pull=false", "--build-arg", `NODE_IMAGE=${BASE}`] : ["--pull"]),
		...(platforms.length > 0 ? ["--platform", platforms.join()] : []),
		...Object.entries(labels()).flatMap(([name, value]) => [
			"--label",
			`org.opencontainers.image.${name}=${value}`,
		]),
	];
	const asDocker = ["--isolation", "chroot", "--format", "docker"];
	buildahIn(folder)("build", ...asDocker, ...words, "--manifest", NAME, root);
}

/** The image that was built into a folder. */
export function openImage(folder: string): BuiltImage {
	const buildah = buildahIn(folder);
	const container = buildah("from", "--pull=false", NAME);
	return {
		image: imageOf(JSON.parse(buildah("inspect", container))),
		rootFolder: buildah("mount", container),
		folder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** Writes it for all platforms into a file: a tar of what `skopeo copy --all dir:…` pushes to a registry. */
export function saveImage({ folder }: BuiltImage, file: string): void {
	const layers = join(folder, "layers");
	mkdirSync(layers);
	buildahIn(folder)("manifest", "push", "--all", "--format", "v2s2", NAME, `dir:${layers}`);
	run("tar", ["--create", "--file", file, "--directory", layers, "."]);
}

/** What registries and scanners show of it. */
function labels(): Record<string, string> {
	const { version, repository } = manifest;
	const revision = run("git", ["-C", root, "rev-parse", "HEAD"]);
	const source = repository?.url.replace(/^git\+|\.git$/g, "");
	return { title: "Packshot", licenses: "Apache-2.0", version, revision, ...(source && { source }) };
}

function buildahIn(folder: string) {
	const stores = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
	return (...words: string[]) => run("buildah", ["--storage-driver", "vfs", ...stores, ...words]);
}

function run(program: string, words: readonly string[]): string {
	const { status, error, stdout, stderr } = spawnSync(program, words, {
		encoding: "utf8",
		maxBuffer: 2 ** 28,
	});
	if (status !== 0) throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`, { cause: error });
	return stdout.trim();
}

function makeBase(folder: string): void {
	const buildah = buildahIn(folder);
	const base = join(folder, "base");
	run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", base, DEBIAN]);
	addNode(base);
	const started = buildah("from", "scratch");
	buildah("add", "--quiet", started, base, "/");
	buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, started);
	buildah("commit", "--quiet", started, BASE);
	rmSync(base, { recursive: true });
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

/** Why no image can be built here; undefined if one can. */
export function whyNoImage({ onThisMachine = false }: ImageOptions): string | undefined {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return "images are built by root on Linux";
	const missing = ["buildah", ...(onThisMachine ? ["debootstrap"] : [])].filter(
		(name) => spawnSync(name, ["--version"]).error,
	);
	return missing.length > 0 ? `${missing.join(" and ")} is not installed` : undefined;
}
