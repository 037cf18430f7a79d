import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { manifest, raised } from "../scripts/versions.ts";
import { API_VERSION, VERSION } from "../src/version.ts";

const text = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

test("everything that names the version names that of package.json: `npm run raise` would change nothing", () => {
	expect(VERSION).toBe(manifest.version);
	expect([...raised(manifest.version).keys()]).toEqual([]);
});

test("raising it changes all packages, the lockfile, the code, the documents that name files and images, and the changelog", () => {
	const texts = raised("7.8.9");
	const packages = manifest.workspaces.map((folder) => `${folder}/package.json`);
	const documents = ["README.md", "compose.yaml", "docs/metrics-and-logs.md", "docs/deploy/packshot.service"];
	const all = [
		"package.json",
		...packages,
		"package-lock.json",
		"src/version.ts",
		"CHANGELOG.md",
		...documents,
	];
	expect([...texts.keys()]).toEqual(expect.arrayContaining(all));
	expect(JSON.parse(texts.get("pull/package.json") ?? "").peerDependencies).toEqual({
		"@packshot/sdk": "^7.8.9",
	});
	expect(texts.get("README.md")).toContain("npx ./packshot-7.8.9.tgz serve");
	expect(texts.get("CHANGELOG.md")).toMatch(/^## 7\.8\.9 — unreleased$/m);
	expect(texts.get("CHANGELOG.md")).toContain("## 1.0.0 — 2026-11-22");
});

test("the changelog and the notes for upgrading begin with this version, and name that of the interface", () => {
	const [first] = /^## .*$/m.exec(text("CHANGELOG.md")) ?? [];
	expect(first).toMatch(new RegExp(`^## ${VERSION} — (unreleased|\\d{4}-\\d\\d-\\d\\d)$`));
	expect(text("CHANGELOG.md")).toContain(`(${API_VERSION})`);
	expect(/^### \d.*$/m.exec(text("docs/releases.md"))?.[0]).toBe(`### ${VERSION}`);
});
