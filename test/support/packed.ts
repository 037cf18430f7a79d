import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

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

/** Packs what was built before the tests. `workspace` selects a package other than the service; it builds itself. */
export function pack(folder: string, workspace?: string): Packed {
	// The service is already built, and its `prepare` script would build it again.
	const which = workspace === undefined ? ["--ignore-scripts"] : ["-w", workspace];
	const stdout = execFileSync(
		"flock",
		[LOCK, "npm", "pack", "--json", "--loglevel", "silent", "--pack-destination", folder, ...which],
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
