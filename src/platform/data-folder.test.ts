import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";
import { SettingError } from "./settings.ts";

const OWN = /^(database(-wal)?|secret|blobs)$/;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function scratch(): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-folder-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A folder as left by an earlier version, readable by everybody. */
function openFolder(...names: string[]): string {
	const folder = join(scratch(), "data");
	mkdirSync(folder);
	for (const name of names) {
		writeFileSync(join(folder, name), "");
		chmodSync(join(folder, name), 0o644);
	}
	chmodSync(folder, 0o755);
	return folder;
}

function opened(folder: string): string[] {
	const warnings: string[] = [];
	openDataFolder(folder, OWN, (text) => warnings.push(text));
	return warnings;
}

test("a new folder is accessible only to its owner, and nothing is warned about", () => {
	const folder = join(scratch(), "new", "data");
	expect(opened(folder)).toEqual([]);
	expect(modeOf(folder)).toBe("700");
});

test("closes what an earlier version left open to others, and warns the first time only", () => {
	const folder = openFolder("database", "database-wal", "secret");
	expect(opened(folder)).toHaveLength(4);
	expect(["", "database", "database-wal", "secret"].map((name) => modeOf(join(folder, name)))).toEqual([
		"700",
		"600",
		"600",
		"600",
	]);
	expect(opened(folder)).toEqual([]);
});

test("warns about a folder with other files, but does not change its mode or theirs", () => {
	const folder = openFolder("database", "letters.txt");
	expect(opened(folder)).toEqual([
		`${join(folder, "database")} was open to other users of this machine (mode 0644); it is closed to them now`,
		`${folder} is open to other users of this machine: chmod 0700 closes it`,
	]);
	expect([modeOf(folder), modeOf(join(folder, "letters.txt")), modeOf(join(folder, "database"))]).toEqual([
		"755",
		"644",
		"600",
	]);
});

test("rejects a file in place of the folder with a clear message", () => {
	const file = join(scratch(), "data");
	writeFileSync(file, "");
	expect(() => opened(file)).toThrow(SettingError);
	expect(() => opened(file)).toThrow(`PACKSHOT_DATA: ${file}: it already exists`);
	expect(() => opened(join(file, "below"))).toThrow("a part of the path is a file, not a folder");
	expect(existsSync(join(file, "below"))).toBe(false);
});
