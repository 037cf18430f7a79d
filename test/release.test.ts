import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Checkout, type ReleaseOptions, releaseNotes, whyNoRelease } from "../scripts/release-rules.ts";
import { manifest } from "../scripts/versions.ts";

/** Whether a release is made, and what it says; test/packages holds what it is checked by. */

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = manifest;
const OPTIONS: ReleaseOptions = { dryRun: false, withoutImage: false, onThisMachine: false };
const publisher = {
	repository: { type: "git", url: "git+https://example.com/shop/packshot.git" },
	bugs: { url: "https://example.com/shop/packshot/issues", email: "security@example.com" },
} as const;
const READY: Checkout = {
	changed: "",
	tags: [`v${version}`],
	changelog: `# Changelog\n\n## ${version} — 2026-12-01\n\n- One ([more](docs/a.md), [site](https://example.com)).\n\n## 1.0.0 — 2026-11-22\n\n- Old.\n`,
	manifest: { ...manifest, ...publisher },
};

test("a tagged commit with a dated changelog, of somebody who said who they are, is released", () => {
	expect(whyNoRelease(OPTIONS, READY)).toEqual([]);
});

test.each<[string, Partial<Checkout>, Partial<ReleaseOptions>, RegExp]>([
	["an undated changelog", { changelog: `## ${version} — unreleased\n` }, {}, /CHANGELOG\.md says no day/],
	["changed files", { changed: " M README.md" }, {}, /files differ from their commit:\n M README\.md/],
	["another tag", { tags: ["v0.9.9"] }, {}, new RegExp(`no tag v${version.replaceAll(".", "\\.")}`)],
	[
		"nobody who publishes",
		{ manifest: { ...manifest, repository: undefined, bugs: undefined } },
		{},
		/`repository` and `bugs`/,
	],
	["no image", {}, { withoutImage: true }, /are for --dry-run/],
	["an image of this machine", {}, { onThisMachine: true }, /are for --dry-run/],
])("with %s nothing is released", (_name, checkout, options, reason) => {
	const refused = whyNoRelease({ ...OPTIONS, ...options }, { ...READY, ...checkout });
	expect(refused).toEqual([expect.stringMatching(reason)]);
});

test("a dry run asks for none of this, but for one version everywhere", () => {
	const any = { ...READY, changed: " M x", tags: [], changelog: "", manifest };
	expect(whyNoRelease({ dryRun: true, withoutImage: true, onThisMachine: true }, any)).toEqual([]);
	const other = { ...any, manifest: { ...manifest, version: "7.8.9" } };
	expect(whyNoRelease({ ...OPTIONS, dryRun: true }, other)).toEqual([
		expect.stringMatching(/package-lock\.json.* name another version: run `npm run raise`/),
	]);
});

test("where no image can be built, a dry run says so and what leaves it out, and builds nothing", () => {
	const programs = mkdtempSync(join(tmpdir(), "packshot-programs-"));
	onTestFinished(() => rmSync(programs, { recursive: true }));
	const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
	symlinkSync(git, join(programs, "git"));
	const words = [join(root, "node_modules/tsx/dist/cli.mjs"), "scripts/release.ts", "--dry-run"];
	const { status, stderr, stdout } = spawnSync(process.execPath, words, {
		cwd: root,
		env: { ...process.env, PATH: programs },
		encoding: "utf8",
	});
	expect([status, stdout]).toEqual([1, ""]);
	expect(stderr).toMatch(
		/^no release: no image can be built here, because .*; --without-image leaves it out of a dry run$/m,
	);
});

test("the notes are this version's part of the changelog, with links into the repository once it is known", () => {
	expect(releaseNotes(READY)).toBe(
		`- One ([more](https://example.com/shop/packshot/blob/v${version}/docs/a.md), [site](https://example.com)).\n\n`,
	);
	const notes = releaseNotes();
	expect(notes).not.toMatch(/^## /m);
	expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain(notes.trim().slice(0, 500));
});
