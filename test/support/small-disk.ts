import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate in-memory disk that can be filled or made read-only. */
export interface SmallDisk {
	readonly folder: string;
	/** Fills the remaining space. @returns a function that frees it. */
	fill(): () => void;
	makeReadOnly(): void;
	remove(): void;
}

/** Why no disk can be created here; `undefined` if it can. */
export function whyNoDisk(): string | undefined {
	const folder = mkdtempSync(join(tmpdir(), "packshot-disk-"));
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], {
		encoding: "utf8",
	});
	if (mounted.status === 0) spawnSync("umount", [folder]);
	rmSync(folder, { recursive: true, force: true });
	if (mounted.error) return "there is no mount";
	return mounted.status === 0 ? undefined : `nothing may be mounted: ${mounted.stderr.trim()}`;
}

export function smallDisk(kilobytes: number): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), "packshot-disk-"));
	run("mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder);
	const filler = join(folder, "filler");
	return {
		folder,
		fill() {
			const file = openSync(filler, "w");
			for (const size of [65_536, 4096, 1]) writeWhileThereIsSpace(file, Buffer.alloc(size));
			closeSync(file);
			return () => rmSync(filler);
		},
		makeReadOnly: () => run("mount", "-o", "remount,ro", folder),
		remove() {
			spawnSync("umount", ["-l", folder]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function writeWhileThereIsSpace(file: number, part: Buffer): void {
	try {
		while (writeSync(file, part) === part.length);
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== "ENOSPC") throw fault;
	}
}

function run(program: string, ...args: string[]): void {
	const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}
