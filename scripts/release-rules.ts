import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { manifest, raised } from "./versions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface ReleaseOptions {
	/** Builds and checks everything on any checkout, for this machine. */
	readonly dryRun: boolean;
	readonly withoutImage: boolean;
	readonly onThisMachine: boolean;
}

/** The state of a checkout, as far as a release depends on it. */
export interface Checkout {
	readonly changed: string;
	readonly tags: readonly string[];
	readonly changelog: string;
	readonly manifest: typeof manifest;
}

/** Why no release can be made of this checkout; empty if one can. */
export function whyNoRelease(
	{ dryRun, withoutImage, onThisMachine }: ReleaseOptions,
	checkout: Checkout = thisCheckout(),
): string[] {
	const { version, repository, bugs } = checkout.manifest;
	const others = [...raised(version).keys()];
	return [
		...(others.length > 0 ? [`${others.join(", ")} name another version: run \`npm run raise\``] : []),
		...(dryRun ? [] : whyUnfinished(checkout)),
		...(!dryRun && (withoutImage || onThisMachine)
			? [
					"--without-image and --on-this-machine are for --dry-run: what is published has an image on Node.js's",
				]
			: []),
		...(!dryRun && !(repository?.url && bugs?.email)
			? [
					"package.json names no `repository` and `bugs`: fill them in and run `npm run raise` (docs/releasing.md)",
				]
			: []),
	];
}

function whyUnfinished({ changed, tags, changelog, manifest: { version } }: Checkout): string[] {
	const isDated = new RegExp(`^## ${version.replaceAll(".", "\\.")} — \\d{4}-\\d\\d-\\d\\d$`, "m").test(
		changelog,
	);
	return [
		...(isDated ? [] : [`CHANGELOG.md says no day for ${version}`]),
		...(changed ? [`files differ from their commit:\n${changed}`] : []),
		...(tags.includes(`v${version}`) ? [] : [`this commit has no tag v${version}`]),
	];
}

function thisCheckout(): Checkout {
	return {
		changed: git("status", "--porcelain"),
		tags: git("tag", "--points-at", "HEAD").split("\n"),
		changelog: readFileSync(`${root}/CHANGELOG.md`, "utf8"),
		manifest,
	};
}

function git(...words: string[]): string {
	return spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.trim();
}

/** What CHANGELOG.md says of this version. Links lead into the repository, once it is known. */
export function releaseNotes({ changelog, manifest: { version, repository } } = thisCheckout()): string {
	const [, section] = changelog.split(/^## (?=\d)/m).slice(0, 2);
	if (!section?.startsWith(`${version} — `)) throw new Error(`CHANGELOG.md does not begin with ${version}`);
	const at = repository?.url.replace(/^git\+|\.git$/g, "");
	const text = section.replace(/^.*\n+/, "");
	return at ? text.replace(/\]\((?!https?:)/g, `](${at}/blob/v${version}/`) : text;
}
