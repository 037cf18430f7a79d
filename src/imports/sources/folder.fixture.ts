import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder with these files, which is deleted after the test. @returns its path. */
export function makeFolder(files: Readonly<Record<string, Uint8Array | string>>): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-intake-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}
