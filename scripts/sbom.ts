import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifest } from "./versions.ts";

/** What a release is made of, as CycloneDX. npm says it of what it installs; what is bundled, and what else an image holds, is added here. */

const root = fileURLToPath(new URL("..", import.meta.url));

interface Component {
	readonly "bom-ref": string;
	readonly type: string;
	readonly name: string;
	readonly version: string;
	readonly purl?: string;
	readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

interface Bom {
	readonly metadata: { readonly component: Component };
	readonly components: readonly Component[];
	readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Of the program. @param folder where its tarball is installed, perhaps beside others; it is given a name there, without which npm describes nothing */
export function sbomOfProgram(folder: string): Bom {
	const file = join(folder, "package.json");
	const place = { name: "installation", version: "0.0.0", ...JSON.parse(readFileSync(file, "utf8")) };
	writeFileSync(file, JSON.stringify(place));
	const bom = npmSbom(folder, "--omit=dev");
	const bundled = bundledIn(join(folder, "node_modules/packshot/dist"));
	const program = bom.components.find(({ name }) => name === "packshot");
	if (program === undefined) throw new Error(`packshot is not installed in ${folder}`);
	const known = new Map([...bom.components, ...bundled].map((each) => [each["bom-ref"], each]));
	const needs = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
	needs.set(program["bom-ref"], [
		...(needs.get(program["bom-ref"]) ?? []),
		...bundled.map((each) => each["bom-ref"]),
	]);
	const used = reached(program["bom-ref"], needs);
	// The address is that of a file on this machine.
	const component = { ...program, type: "application", externalReferences: [] };
	return {
		...bom,
		metadata: { ...bom.metadata, component },
		components: [...known.values()].filter((each) => each !== program && used.has(each["bom-ref"])),
		dependencies: [...used].map((ref) => ({ ref, dependsOn: [...new Set(needs.get(ref))] })),
	};
}

/** Of the image: its program, Node.js and Debian's packages. @param rootFolder its files */
export function sbomOfImage(rootFolder: string): Bom {
	const program = sbomOfProgram(join(rootFolder, "opt/packshot"));
	const parts = [program.metadata.component, nodeIn(rootFolder), ...debianIn(rootFolder)];
	const image = { "bom-ref": "image", type: "container", name: "packshot", version: manifest.version };
	return {
		...program,
		metadata: { ...program.metadata, component: image },
		components: [...parts, ...program.components],
		dependencies: [
			{ ref: image["bom-ref"], dependsOn: parts.map((part) => part["bom-ref"]) },
			...parts.slice(1).map((part) => ({ ref: part["bom-ref"] })),
			...program.dependencies,
		],
	};
}

function npmSbom(folder: string, ...words: string[]): Bom {
	const said = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", ...words], {
		cwd: folder,
		encoding: "utf8",
		maxBuffer: 2 ** 26,
	});
	return JSON.parse(said);
}

/** The packages whose licences the builders kept, because they bundled them, as the lockfile describes them. */
function bundledIn(dist: string): readonly Component[] {
	const locked = new Map(
		npmSbom(root, "--package-lock-only").components.map((each) => [`${each.name} ${each.version}`, each]),
	);
	const names = ["licences.txt", "web/licences.txt", "docs/licences.txt"].flatMap((file) =>
		readFileSync(join(dist, file), "utf8")
			.replace(/^.*:\n\n/, "")
			.split("\n---\n\n")
			.map((text) => text.slice(0, text.indexOf("\n"))),
	);
	return [...new Set(names)].map((name) => {
		const component = locked.get(name);
		if (component === undefined)
			throw new Error(`the lockfile has no ${name}, which is bundled: run \`npm ci\` and build`);
		return component;
	});
}

function reached(start: string, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
	const found = new Set([start]);
	for (const ref of found) for (const next of needs.get(ref) ?? []) found.add(next);
	return found;
}

function nodeIn(rootFolder: string): Component {
	const version = execFileSync("chroot", [rootFolder, "/usr/bin/node", "-p", "process.versions.node"], {
		// Node.js would look for this machine's certificates in there.
		env: { PATH: process.env.PATH },
		encoding: "utf8",
	}).trim();
	const purl = `pkg:generic/node@${version}`;
	const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`;
	return { "bom-ref": purl, type: "application", name: "node", version, purl, ...{ cpe } };
}

function debianIn(rootFolder: string): readonly Component[] {
	const release = readFileSync(join(rootFolder, "etc/os-release"), "utf8");
	const [, id = ""] = /^VERSION_ID="?(\d+)/m.exec(release) ?? [];
	const folder = join(rootFolder, "var/lib/dpkg/status.d");
	return readdirSync(folder).map((file) => {
		const text = readFileSync(join(folder, file), "utf8");
		const [name = "", version = "", architecture = ""] = ["Package", "Version", "Architecture"].map(
			(field) => new RegExp(`^${field}: (.+)$`, "m").exec(text)?.[1],
		);
		const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-${id}`;
		return { "bom-ref": purl, type: "library", name, version, purl };
	});
}
