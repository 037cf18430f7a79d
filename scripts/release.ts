import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BuiltImage, buildImage, saveImage, whyNoImage } from "./image.ts";
import { pack } from "./packed.ts";
import { type ReleaseOptions, releaseNotes, whyNoRelease } from "./release-rules.ts";
import { sbomOfImage, sbomOfProgram } from "./sbom.ts";
import { manifest } from "./versions.ts";

/**
 * `npm run release`: builds what leaves into `release/`, and checks it there. It publishes nothing; docs/releasing.md says who does.
 * `--dry-run` does the same on any checkout, `--without-image` leaves the image out, and `--on-this-machine` builds it where no registry is reached.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "release");
const { version } = manifest;

const { values } = parseArgs({
	options: {
		"dry-run": { type: "boolean", default: false },
		"without-image": { type: "boolean", default: false },
		"on-this-machine": { type: "boolean", default: false },
	},
});
const options: ReleaseOptions = {
	dryRun: values["dry-run"],
	withoutImage: values["without-image"],
	onThisMachine: values["on-this-machine"],
};

const refused = [...whyNoRelease(options), ...whyNoImageHere()];
for (const reason of refused) console.error(`no release: ${reason}`);
if (refused.length > 0) process.exit(1);
try {
	release();
} catch (fault) {
	console.error(`no release: ${fault instanceof Error ? fault.message : fault}`);
	process.exitCode = 1;
}

function whyNoImageHere(): string[] {
	const reason = options.withoutImage ? undefined : whyNoImage(options);
	return reason
		? [`no image can be built here, because ${reason}; --without-image leaves it out of a dry run`]
		: [];
}

function release(): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	step("build", () => run("npm", ["run", "--silent", "build", "--", "--log-level", "warn"]));
	step("pack", () => {
		for (const name of [undefined, "sdk", "packshot-pull", "conformance", "marking"]) pack(folder, name);
	});
	const image = options.withoutImage ? undefined : step("image", makeImage);
	try {
		step("check", () => check(image));
		step("describe", () => describe(image));
	} finally {
		image?.remove();
	}
	console.log(readFileSync(join(folder, "SHA256SUMS"), "utf8").trim());
	console.log(
		`${folder} holds version ${version}${options.withoutImage ? ", without an image" : ""}; nothing was published`,
	);
}

function describe(image: BuiltImage | undefined): void {
	writeJson(`packshot-${version}.cdx.json`, installed(sbomOfProgram));
	if (image) writeJson(`packshot-${version}-image.cdx.json`, sbomOfImage(image.rootFolder));
	writeFileSync(join(folder, "NOTES.md"), releaseNotes());
	writeSums();
}

function step<R>(name: string, make: () => R): R {
	const startedAt = Date.now();
	console.log(`${name}…`);
	const made = make();
	console.log(`${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
	return made;
}

/** For the two platforms that servers have; in a dry run for this one. */
function makeImage(): BuiltImage {
	const platforms = options.dryRun ? [] : ["linux/amd64", "linux/arm64"];
	const image = buildImage({ onThisMachine: options.onThisMachine, platforms });
	saveImage(image, join(folder, `packshot-${version}-image.tar`));
	return image;
}

/** Runs the tests of installations on the very files: each package in an empty folder, the demo, the tour of README.md, and the image. */
function check(image: BuiltImage | undefined): void {
	const names = ["tarballs", "documented-commands", ...(image ? ["container"] : [])];
	const words = [
		"run",
		"--config",
		"vitest.slow.config.ts",
		...names.map((name) => `test/packages/${name}.test.ts`),
	];
	run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...words], {
		PACKSHOT_TEST_RELEASE: folder,
		...(image && { PACKSHOT_TEST_IMAGE: image.folder }),
	});
}

/** What is found of the program where nothing else is installed. */
function installed<R>(look: (place: string) => R): R {
	const place = mkdtempSync(join(tmpdir(), "packshot-sbom-"));
	try {
		const words = [
			"install",
			"--prefix",
			place,
			"--no-audit",
			"--no-fund",
			"--ignore-scripts",
			"--loglevel",
			"error",
		];
		execFileSync("npm", [...words, join(folder, `packshot-${version}.tgz`)], { cwd: place });
		return look(place);
	} finally {
		rmSync(place, { recursive: true });
	}
}

function writeJson(name: string, value: object): void {
	writeFileSync(join(folder, name), `${JSON.stringify(value, null, "\t")}\n`);
}

function writeSums(): void {
	const sums = readdirSync(folder).map(
		(name) =>
			`${createHash("sha256")
				.update(readFileSync(join(folder, name)))
				.digest("hex")}  ${name}\n`,
	);
	writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

function run(program: string, words: readonly string[], more: Record<string, string> = {}): void {
	const { status } = spawnSync(program, words, {
		cwd: root,
		stdio: "inherit",
		env: { ...process.env, ...more },
	});
	if (status !== 0) throw new Error(`${program} ${words.join(" ")} failed`);
}
