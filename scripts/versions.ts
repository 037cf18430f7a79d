import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version of the program is that of all its packages, and documents name it where they name a file or an image. */

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (file: string) => readFileSync(root + file, "utf8");

/** What the manifests say, as far as it is used here. */
interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly private?: boolean;
	readonly workspaces: readonly string[];
	/** Where the published packages come from, and where their faults are reported: whoever publishes fills in both, in package.json. */
	readonly repository?: { readonly type: "git"; readonly url: string } | undefined;
	readonly bugs?: { readonly url: string; readonly email: string } | undefined;
}

export const manifest: Manifest = JSON.parse(textOf("package.json"));

/** Tarballs, images and metrics, as documents name them. */
const NAMED =
	/(?<=packshot(?:-[a-z]+)?-|packshot:|packshot_info\{version=")\d+\.\d+\.\d+(?=\.tgz|[\s"`]|$)/gm;

/** The files that name the version and would not say `version`: their texts with it, and with what the other packages have of package.json. */
export function raised(version: string): ReadonlyMap<string, string> {
	const documents = execFileSync("git", ["ls-files", "*.md", "*.yaml", "*.service"], {
		cwd: root,
		encoding: "utf8",
	});
	const texts = new Map([
		["src/version.ts", textOf("src/version.ts").replace(/(?<= VERSION = ")[^"]+/, version)],
		["package.json", ofManifest("", version)],
		...manifest.workspaces.map((folder) => [`${folder}/package.json`, ofManifest(folder, version)] as const),
		["package-lock.json", ofLock(version)],
		...documents
			.trim()
			.split("\n")
			.map((file) => [file, textOf(file).replaceAll(NAMED, version)] as const),
		["CHANGELOG.md", ofChangelog(version)],
	]);
	return new Map([...texts].filter(([file, text]) => text !== textOf(file)));
}

const json = (value: object) => `${JSON.stringify(value, null, "\t")}\n`;

function ofManifest(folder: string, version: string): string {
	const { repository, bugs } = manifest;
	const old = JSON.parse(textOf(folder ? `${folder}/package.json` : "package.json"));
	const published =
		folder && !old.private ? { repository: repository && { ...repository, directory: folder }, bugs } : {};
	return json({ ...withPeers(old, version), version, ...published });
}

/** A package of this repository that another one needs beside it is of the same minor version. */
function withPeers<M extends { peerDependencies?: Record<string, string> }>(old: M, version: string): M {
	if (!old.peerDependencies?.["@packshot/sdk"]) return old;
	return { ...old, peerDependencies: { ...old.peerDependencies, "@packshot/sdk": `^${version}` } };
}

function ofLock(version: string): string {
	const lock = JSON.parse(textOf("package-lock.json"));
	for (const folder of ["", ...manifest.workspaces]) {
		lock.packages[folder] = { ...withPeers(lock.packages[folder], version), version };
	}
	return json({ ...lock, version });
}

/** The first section becomes that of the version, unless it has been released. */
function ofChangelog(version: string): string {
	const text = textOf("CHANGELOG.md");
	const [first = ""] = /^## .*$/m.exec(text) ?? [];
	if (first.startsWith(`## ${version} — `)) return text;
	const heading = `## ${version} — unreleased`;
	return text.replace(first, /unreleased$/i.test(first) ? heading : `${heading}\n\n${first}`);
}
