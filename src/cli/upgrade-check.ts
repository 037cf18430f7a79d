import { resolve } from "node:path";
import { type Config, dataPaths, everySetting } from "../config.ts";
import { openRows, requireInstallation } from "../installation.ts";
import { migrations } from "../migrations/all.ts";
import { checkBackup } from "../operations/upgrade/check-backup.ts";
import { checkDisk } from "../operations/upgrade/check-disk.ts";
import { checkNode } from "../operations/upgrade/check-node.ts";
import { checkSettings } from "../operations/upgrade/check-settings.ts";
import { measureStored, type StoredWork, storedFindings } from "../operations/upgrade/check-stored.ts";
import type { Finding } from "../operations/upgrade/finding.ts";
import { lastServedBy } from "../operations/upgrade/served-build.ts";
import { SchemaTooNew } from "../platform/db/migrate.ts";
import type { RowSource } from "../platform/db/row-copy.ts";
import { isServed } from "../platform/db/sqlite/process-lock.ts";
import { existingMaster, secretFit, storedFit, unfittingSecret } from "../platform/secret-fit.ts";
import { systemClock } from "../platform/time/clock.ts";
import { BUILD, VERSION } from "../version.ts";
import { type AddCommand, type CommandLine, examples, exitCodes, UsageFailure } from "./command-line.ts";

export const addUpgradeCheck: AddCommand = (program, line) => {
	program
		.command("upgrade-check")
		.description(
			"check an installation with the new version before upgrading it, and report what would happen; changes nothing",
		)
		.option(
			"--backup <file>",
			"backup to fall back on; check that it is of this installation and how old it is",
		)
		.option("--max-age <hours>", "maximum age of the backup", "24")
		.addHelpText(...examples("upgrade-check --backup packshot-2027-01-31.tar"))
		.action(async (options: { readonly backup?: string; readonly maxAge: string }) => {
			const maxAgeHours = Number(options.maxAge);
			if (!(maxAgeHours > 0))
				throw new UsageFailure(`--max-age takes a number of hours, not "${options.maxAge}"`);
			const around = [checkNode(process.version), ...checkSettings(everySetting, line.environment)];
			const isReadable = around.every(({ level }) => level !== "blocked");
			// If settings are refused, the location of the installation is unknown.
			const inside = isReadable ? await lookInside(line.config(), options.backup, maxAgeHours) : undefined;
			report(line, [...around, ...(inside?.findings ?? [])], inside?.work);
		});
};

interface Inside {
	readonly findings: readonly Finding[];
	readonly work: StoredWork | undefined;
}

async function lookInside(config: Config, backup: string | undefined, maxAgeHours: number): Promise<Inside> {
	const paths = dataPaths(config);
	const onDisk = config.database.url === undefined;
	await requireInstallation(config);
	const master = existingMaster(config.secrets, paths.secret);
	const fit = master && secretFit(master);
	const backupFinding = await checkBackup({
		file: backup && resolve(backup),
		maxAgeHours,
		secretFit: fit,
		nowMs: systemClock.now(),
	});
	const stored = await lookAtRows(config, fit);
	const disk = onDisk
		? [checkDisk(paths.folder, paths.database), serverFinding(isServed(paths.serverLock))]
		: [];
	return { findings: [...stored.findings, ...disk, backupFinding], work: stored.work };
}

async function lookAtRows(config: Config, fit: string | undefined): Promise<Inside> {
	let source: RowSource;
	try {
		source = await openRows(config);
	} catch (fault) {
		if (!(fault instanceof SchemaTooNew)) throw fault;
		const text = `${fault.message}: ${VERSION} would not be an upgrade`;
		return { findings: [{ check: "schema", level: "blocked", text }], work: undefined };
	}
	try {
		const work = await measureStored(source, migrations);
		return {
			findings: [
				buildFinding(await lastServedBy(source)),
				...storedFindings(work, migrations.length),
				secretFinding(await storedFit(source), fit),
			],
			work,
		};
	} finally {
		await source.close();
	}
}

function buildFinding(served: string | undefined): Finding {
	const by = served ?? "a build that did not note itself yet";
	return { check: "build", level: "ok", text: `last served by ${by}; this is ${BUILD}` };
}

function secretFinding(stored: string | undefined, fit: string | undefined): Finding {
	if (fit === undefined)
		return { check: "secret", level: "blocked", text: "there is no master secret: set PACKSHOT_SECRET" };
	if (stored !== undefined && stored !== fit)
		return { check: "secret", level: "blocked", text: unfittingSecret().message };
	return { check: "secret", level: "ok", text: "the master secret is the one the data was created with" };
}

function serverFinding(isRunning: boolean): Finding {
	if (!isRunning) return { check: "server", level: "ok", text: "none is running on this folder" };
	return {
		check: "server",
		level: "note",
		text: "one is running on this folder: stop it before this version starts",
	};
}

const MARKS = { ok: "ok    ", note: "note  ", warning: "LOOK  ", blocked: "STOP  " } as const;

function report(line: CommandLine, findings: readonly Finding[], work: StoredWork | undefined): void {
	const levels = new Set(findings.map(({ level }) => level));
	const verdict = levels.has("blocked") ? "blocked" : levels.has("warning") ? "look" : "ready";
	const document = {
		verdict,
		version: VERSION,
		pending: work?.pending ?? [],
		seconds_without_answers: work?.seconds ?? null,
		findings,
	};
	const steps = (work?.pending ?? []).map(({ name, rows }) => {
		const through = Object.entries(rows).map(([table, count]) => `${count} of ${table}`);
		return `       ${name}${through.length > 0 ? `: processes ${through.join(", ")}` : ""}`;
	});
	line.print(document, [
		...findings.flatMap(({ check, level, text }) => [
			`${MARKS[level]} ${check}: ${text}`,
			...(check === "schema" ? steps : []),
		]),
		`upgrade to ${BUILD}: ${VERDICTS[verdict]}`,
	]);
	line.exitWith(EXIT_CODES[verdict]);
}

const VERDICTS = {
	ready: "ready",
	look: "possible; see what is marked LOOK first",
	blocked: "not possible until what is marked STOP is dealt with",
} as const;

const EXIT_CODES = {
	ready: exitCodes.success,
	look: exitCodes.partlyRefused,
	blocked: exitCodes.failure,
} as const;
