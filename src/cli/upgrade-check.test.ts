import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { placeKinds, type TestPlace } from "../../test/support/backups.ts";
import { type CommandResult, runCommands } from "../../test/support/command-line.ts";
import { archiveFile, earlier, installEarlier } from "../../test/support/earlier-installation.ts";
import { pastService } from "../../test/support/past-service.ts";
import { startService } from "../../test/support/service.ts";
import { migrations } from "../migrations/all.ts";
import { noteServedBy } from "../operations/upgrade/served-build.ts";
import { BUILD } from "../version.ts";
import { addBackup } from "./backup.ts";
import { exitCodes } from "./command-line.ts";
import { addMigrate } from "./migrate.ts";
import { addUpgradeCheck } from "./upgrade-check.ts";

const OTHER_SECRET = "a secret of another installation altogether";
const added = [addUpgradeCheck, addMigrate, addBackup];

function on({ settings }: TestPlace, more: Record<string, string> = {}) {
	return (...args: string[]): Promise<CommandResult> => runCommands(added, args, { ...settings, ...more });
}

/** The findings of one check, as `level: text`. */
function found({ document }: CommandResult, check: string): string[] {
	const findings: { check: string; level: string; text: string }[] = document.findings;
	return findings.filter((each) => each.check === check).map(({ level, text }) => `${level}: ${text}`);
}

/** Hides the free space on the disk, which changes on its own. */
function withoutRoom(document: unknown): unknown {
	return JSON.parse(JSON.stringify(document).replace(/\d+ MB free/g, "so much free"));
}

describe.each(placeKinds)("on $name", ({ make }) => {
	async function earlierPlace(): Promise<TestPlace> {
		const place = await make();
		onTestFinished(() => place.remove());
		await installEarlier(place);
		return place;
	}

	test("reports what is pending for an earlier installation without changing it, and nothing once migrated", async () => {
		const place = await earlierPlace();
		const check = await on(place)("upgrade-check", "--json");
		const pending: { name: string; rows: Record<string, number> }[] = check.document.pending;
		expect(pending.map(({ name }) => name)).toEqual(migrations.slice(3).map(({ name }) => name));
		const charged = earlier.clients.reduce((sum, { ledger }) => sum + ledger, 0);
		expect(pending[0]).toMatchObject({ name: "0004-ledger-days", rows: { ledger: charged } });
		expect(check.document.seconds_without_answers).toBe(1);
		expect(found(check, "schema")).toEqual([
			expect.stringMatching(
				/^note: step 3 of \d+: \d+ to apply, during which callers get no answer for about 1 s/,
			),
		]);
		expect(found(check, "products")).toEqual([
			expect.stringMatching(/^note: [1-9]\d* will be brought up to date/),
		]);
		expect(found(check, "pictures")).toEqual([
			expect.stringMatching(/^note: [1-9]\d* will be brought up to date/),
		]);
		const again = await on(place)("upgrade-check", "--json");
		expect(withoutRoom(again.document)).toEqual(withoutRoom(check.document));

		await on(place)("migrate", "--json");
		const file = join(place.folder, "made.tar");
		await on(place)("backup", file);
		const after = await on(place)("upgrade-check", "--backup", file, "--json");
		expect([after.code, after.document.verdict, after.document.pending]).toEqual([
			exitCodes.success,
			"ready",
			[],
		]);
		const levels = ["schema", "products", "pictures", "secret", "backup"].flatMap((each) =>
			found(after, each),
		);
		expect(levels.filter((each) => !each.startsWith("ok: "))).toEqual([]);
	});

	test("is blocked by a secret that does not match the data", async () => {
		const place = await earlierPlace();
		await on(place, { PACKSHOT_SECRET: OTHER_SECRET })("migrate", "--accept-secret");
		const check = await on(place)("upgrade-check", "--json");
		expect([check.code, check.document.verdict]).toEqual([exitCodes.failure, "blocked"]);
		expect(found(check, "secret")).toEqual([
			expect.stringMatching(/^blocked: the master secret is not the one/),
		]);
		const { stdout } = await on(place)("upgrade-check");
		expect(stdout).toMatch(/^STOP {3}secret: .*$/m);
		expect(stdout).toMatch(/not possible until what is marked STOP is dealt with\n$/);
	});

	test("names the build that served last, where it noted itself", async () => {
		const place = await earlierPlace();
		const builds = async () => found(await on(place)("upgrade-check", "--json"), "build");
		expect(await builds()).toEqual([expect.stringContaining("a build that did not note itself yet")]);
		const packshot = await startService(place);
		expect(await packshot.installation.db.write(noteServedBy, { build: "1.0.0 (build 0)" })).toBeUndefined();
		expect(await packshot.installation.db.write(noteServedBy, { build: "1.0.0 (build 1)" })).toBe(
			"1.0.0 (build 0)",
		);
		await packshot.close();
		expect(await builds()).toEqual([`ok: last served by 1.0.0 (build 1); this is ${BUILD}`]);
	});

	test("is blocked by data of a newer version", async () => {
		const place = await earlierPlace();
		await on(place)("migrate");
		const url = place.settings.PACKSHOT_DATABASE_URL;
		const past = pastService(place.folder, url ? { url, drop: () => Promise.resolve() } : undefined);
		await past.run(
			`insert into migration (name, position) values ('9999-from-tomorrow', ${migrations.length})`,
		);
		const check = await on(place)("upgrade-check", "--json");
		expect([check.code, check.document.verdict]).toEqual([exitCodes.failure, "blocked"]);
		expect(found(check, "schema")).toEqual([expect.stringMatching(/^blocked: .*"9999-from-tomorrow"/)]);
	});
});

describe("preconditions", () => {
	const sqlite = placeKinds[0]!;

	test("an invalid setting blocks the upgrade, an unknown one is a warning", async () => {
		const place = await sqlite.make();
		onTestFinished(() => place.remove());
		await installEarlier(place);
		const unknown = await on(place, { PACKSHOT_PUBLIC_ULR: "https://x.example" })("upgrade-check", "--json");
		expect([unknown.code, unknown.document.verdict]).toEqual([exitCodes.partlyRefused, "look"]);
		expect(found(unknown, "settings")).toEqual([
			expect.stringMatching(/^warning: PACKSHOT_PUBLIC_ULR is not a setting/),
		]);
		const invalid = await on(place, { PACKSHOT_PORT: "eighty" })("upgrade-check", "--json");
		expect([invalid.code, invalid.document.verdict]).toEqual([exitCodes.failure, "blocked"]);
		expect(found(invalid, "settings")).toEqual([expect.stringMatching(/^blocked: PACKSHOT_PORT must be/)]);
	});

	test("a folder without an installation and an invalid --max-age are refused", async () => {
		const place = await sqlite.make();
		onTestFinished(() => place.remove());
		const nothing = await on(place)("upgrade-check", "--json");
		expect([nothing.code, nothing.document.error]).toEqual([
			exitCodes.failure,
			expect.stringContaining(`there is no installation in ${place.folder} (`),
		]);
		expect((await on(place)("upgrade-check", "--max-age", "soon")).code).toBe(exitCodes.usage);
	});

	test("warns of a backup that is missing, too old, of another installation, or not a backup", async () => {
		const place = await sqlite.make();
		onTestFinished(() => place.remove());
		await installEarlier(place);
		const file = join(place.folder, "made.tar");
		await on(place)("backup", file);
		const missing = join(place.folder, "nowhere.tar");
		const foreign = { PACKSHOT_SECRET: OTHER_SECRET };
		const verdicts = [
			await on(place)("upgrade-check", "--json"),
			await on(place)("upgrade-check", "--backup", file, "--max-age", "0.0000001", "--json"),
			await on(place, foreign)("upgrade-check", "--backup", file, "--json"),
			await on(place)("upgrade-check", "--backup", archiveFile.replace(/\.tar$/, ".json"), "--json"),
			await on(place)("upgrade-check", "--backup", missing, "--json"),
		];
		expect(verdicts.map((each) => found(each, "backup")[0])).toEqual([
			"warning: no backup was named: run `packshot backup FILE`, then pass `--backup FILE`",
			expect.stringMatching(/^warning: .*hours ago by version .*: make a new one$/),
			expect.stringMatching(/^warning: .* is of another installation$/),
			expect.stringMatching(/^warning: .*(not a Packshot backup|truncated or not an archive)/),
			expect.stringMatching(/^warning: cannot read /),
		]);
	});
});
