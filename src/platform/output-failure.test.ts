import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const noFullDisk = !existsSync("/dev/full");
if (noFullDisk) console.info("the system has no /dev/full: writing to a full disk is not tested");

const PROGRAMS = [
	{ name: "packshot", file: "dist/main.js", failure: 1 },
	{ name: "packshot-conformance", file: "conformance/dist/main.js", failure: 2 },
	{ name: "packshot-pull", file: "pull/dist/main.js", failure: 1 },
] as const;

/** Runs a program with `--help` in a shell, after some commands and with a redirection. */
function help(file: string, before: string, redirection: string) {
	const script = `${before} "$0" "$1" --help ${redirection}`;
	const main = fileURLToPath(new URL(`../../${file}`, import.meta.url));
	const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath, main], { encoding: "utf8" });
	return { code: status, stderr };
}

describe.each(PROGRAMS)("$name", ({ name, file, failure }) => {
	test("ends silently when its pipe has no reader, with the exit code of SIGPIPE", () => {
		expect(help(file, "exec 3> >(true); wait $!;", ">&3")).toEqual({ code: 141, stderr: "" });
	});

	test.skipIf(noFullDisk)("reports a full disk in one line", () => {
		const stderr = `${name}: the output cannot be written: the disk is full\n`;
		expect(help(file, "", "> /dev/full")).toEqual({ code: failure, stderr });
	});
});
