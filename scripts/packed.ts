import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifest } from "./versions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A tarball as `npm pack` makes it. */
export interface Packed {
	readonly file: string;
	readonly bytes: number;
	readonly unpackedBytes: number;
	/** Paths inside the tarball. */
	readonly files: readonly string[];
}

/** Locked while packing: a package that builds itself deletes files that another test may be packing. */
const LOCK = join(root, "package.json");

/**
 * Packs what was built before. `workspace` selects a package other than the service; it builds itself. With `PACKSHOT_TEST_RELEASE`, copies the
 * tarballs of a release from that folder, so that what is tested is what leaves.
 */
export function pack(folder: string, workspace?: string): Packed {
	const stdout = execFileSync(
		"flock",
		[
			LOCK,
			"npm",
			"pack",
			"--json",
			"--loglevel",
			"silent",
			"--pack-destination",
			folder,
			...which(workspace),
		],
		{
			cwd: root,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
			env: { ...process.env, NODE_ENV: "production" },
		},
	);
	const [entry] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as [
		{ filename: string; size: number; unpackedSize: number; files: { path: string }[] },
	];
	const name = readdirSync(folder).find((each) => each === entry.filename.replace("@", "").replace("/", "-"));
	if (name === undefined) throw new Error(`npm pack made no ${entry.filename}`);
	return {
		file: join(folder, name),
		bytes: entry.size,
		unpackedBytes: entry.unpackedSize,
		files: entry.files.map(({ path }) => path),
	};
}

/** What `npm pack` is to pack. */
function which(workspace: string | undefined): string[] {
	const released = process.env.PACKSHOT_TEST_RELEASE;
	if (released !== undefined) {
		const name = workspace === undefined ? "packshot" : `packshot-${workspace.replace("packshot-", "")}`;
		return [join(released, `${name}-${manifest.version}.tgz`)];
	}
	// The service is already built, and its `prepare` script would build it again.
	return workspace === undefined ? ["--ignore-scripts"] : ["-w", workspace];
}
