import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const noFullDisk = !existsSync("/dev/full");
if (noFullDisk) console.info("the system has no /dev/full: writing to a full disk is not tested");

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Runs `packshot --help` in a shell, after some commands and with a redirection. */
function help(before: string, redirection: string) {
	const script = `${before} "$0" "$1" --help ${redirection}`;
	const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath, MAIN], { encoding: "utf8" });
	return { code: status, stderr };
}

test("a pipe without a reader ends the program silently, with the exit code of SIGPIPE", () => {
	expect(help("exec 3> >(true); wait $!;", ">&3")).toEqual({ code: 141, stderr: "" });
});

test.skipIf(noFullDisk)("a full disk is reported in one line", () => {
	const stderr = "packshot: the output cannot be written: the disk is full\n";
	expect(help("", "> /dev/full")).toEqual({ code: 1, stderr });
});
