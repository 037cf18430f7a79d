import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, dataPaths, OWN_NAMES } from "../config.ts";
import type { Installation } from "../installation.ts";
import { type BackupState, readBackupState } from "../operations/backup/schedule.ts";
import { checkClock, type OtherClock, webClock } from "../operations/live/clock.ts";
import { finding, type LiveFinding } from "../operations/live/finding.ts";
import { checkModes, checkProgram, checkRoom } from "../operations/live/machine.ts";
import { checkMailServer } from "../operations/live/mail.ts";
import { checkPublicAddress } from "../operations/live/public-address.ts";
import { rolesOf } from "../pages/roles.ts";
import { allAccounts } from "../people/accounts/accounts.ts";
import { databaseTimeMs } from "../platform/db/database-time.ts";
import { sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { reservedBytes } from "../platform/disk-room.ts";
import { exportersOf } from "../platform/telemetry/settings.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { sqliteInWords } from "./sqlite-in-words.ts";

export interface LiveOptions {
	/** Where a test message goes. */
	readonly mailTo?: string | undefined;
	/** A web server whose clock to compare with. */
	readonly clock?: string | undefined;
}

/** To be called before the installation is opened, which closes its files to others. */
export function modesBeforeOpening(config: Config, execArguments: readonly string[]): LiveFinding[] {
	const settingFiles = execArguments.flatMap((argument, place) => {
		const given = /^--env-file(?:-if-exists)?(?:=(.*))?$/.exec(argument);
		if (!given) return [];
		const file = given[1] ?? execArguments[place + 1];
		return file ? [resolve(file)] : [];
	});
	return checkModes({ folder: dataPaths(config).folder, ownNames: OWN_NAMES, settingFiles });
}

/** The list of docs/production.md, "Before you go live", as far as a program can go through it. */
export async function goThroughLiveList(
	config: Config,
	installation: Installation,
	{ mailTo, clock }: LiveOptions,
): Promise<LiveFinding[]> {
	const { db, secrets } = installation;
	const { publicUrl } = config.images;
	const nowMs = Date.now();
	const sqlite = config.database.url === undefined ? sqliteLibrary() : undefined;
	const isMaintained = sqlite?.name === "node:sqlite";
	return [
		...(await checkPublicAddress({ publicUrl, keys: secrets.hashKeys, nowMs })),
		...(await checkMailServer(config.mail, publicUrl, mailTo)),
		...(await checkClock(clocks(config, installation, clock), Date.now)),
		...(await roomFindings(config)),
		backupFinding(config, await readBackupState(db.read), nowMs),
		...checkProgram(process.version, sqlite && { words: sqliteInWords(sqlite), isMaintained }),
		...(await peopleFindings(config, installation)),
		...demoFindings(config),
		watchedFinding(config),
		await triedFinding(db.read),
		finding(
			"secret",
			"open",
			"whether the master secret is kept in a second place, only you know",
			"without it, no API key works after a loss: keep `secret` of the data folder, or PACKSHOT_SECRET, elsewhere too",
		),
	];
}

function clocks(config: Config, { db }: Installation, url: string | undefined): OtherClock[] {
	const { location } = config.blobs;
	const store = location && (location.endpoint ?? `https://s3.${location.region}.amazonaws.com`);
	return [
		...(config.database.url === undefined
			? []
			: [{ name: "the database server", now: () => databaseTimeMs(db.read, db.traits) }]),
		...(store === undefined ? [] : [webClock("the picture store", store)]),
		...(url === undefined ? [] : [webClock(new URL(url).host, url)]),
	];
}

async function roomFindings(config: Config): Promise<LiveFinding[]> {
	if (config.database.url !== undefined && config.blobs.location) return [];
	const { folder, database } = dataPaths(config);
	const databaseBytes = existsSync(database) ? statSync(database).size : 0;
	return [await checkRoom(folder, reservedBytes(config.disk), databaseBytes)];
}

/** Backups made otherwise, such as by `packshot backup FILE`, are not known here. */
function backupFinding({ backups }: Config, { last, goodMs }: BackupState, nowMs: number): LiveFinding {
	const check = "backups";
	if (!backups.location) {
		const todo =
			"set PACKSHOT_BACKUP_URL, or see to packshot backup FILE on another machine every night yourself";
		return finding(check, "open", "there are no regular backups; others cannot be seen from here", todo);
	}
	const hours = goodMs.backup === undefined ? undefined : Math.floor((nowMs - goodMs.backup) / HOUR_MS);
	const age =
		hours === undefined
			? "no regular backup has succeeded yet"
			: `the last regular backup is ${hours} hours old`;
	const failure = last.backup?.failure ?? last.drill?.failure;
	if (failure != null)
		return finding(check, "wrong", `${age}; ${failure}`, "see to it, then packshot backup");
	if (hours === undefined || hours > 36) {
		const todo = "is a server running with PACKSHOT_BACKUP_URL? packshot backup makes one now";
		return finding(check, "wrong", age, todo);
	}
	if (goodMs.drill === undefined)
		return finding(check, "note", `${age}; none was restored on trial yet`, "packshot backup --drill");
	return finding(check, "ok", `${age}, and one was restored on trial`);
}

async function peopleFindings({ sso }: Config, { db }: Installation): Promise<LiveFinding[]> {
	const check = "administrators";
	const administrators = (await allAccounts(db)).filter(
		(account) => account.disabled_at === null && rolesOf(account).includes("administrator"),
	);
	const byPasswordAlone = administrators.filter(({ totp_confirmed_at }) => totp_confirmed_at === null);
	const findings: LiveFinding[] = [];
	if (administrators.length < 2) {
		const found = `${administrators.length} of the accounts are administrators: nobody could help one who is locked out`;
		const result = administrators.length === 0 ? "wrong" : "note";
		findings.push(finding(check, result, found, "packshot user create --email … --admin"));
	}
	if (byPasswordAlone.length > 0 && sso.localSignIn === "on") {
		const found = `a password alone signs in as ${byPasswordAlone.map(({ email }) => email).join(", ")}`;
		findings.push(finding(check, "wrong", found, "turn on two-factor sign-in in Account, or single sign-on"));
	}
	if (findings.length > 0) return findings;
	return [finding(check, "ok", `${administrators.length}, none of whom signs in with a password alone`)];
}

function demoFindings(config: Config): LiveFinding[] {
	const { demoCredentials } = dataPaths(config);
	if (!existsSync(demoCredentials)) return [];
	const found = `${demoCredentials} holds the demo's passwords and keys in clear text`;
	const todo = "begin with an empty data folder instead of the demo's";
	return [finding("demo", "wrong", found, todo)];
}

function watchedFinding({ metrics, telemetry }: Config): LiveFinding {
	if (metrics.port > 0 || exportersOf(telemetry).metrics !== "none") {
		const todo = "see in Prometheus that its alerts are loaded";
		return finding(
			"watched",
			"open",
			"metrics are offered; whether anyone looks cannot be seen from here",
			todo,
		);
	}
	return finding("watched", "note", "metrics are off", "set PACKSHOT_METRICS_PORT, or watch /health");
}

/** Whether anybody has ever fetched a picture. */
async function triedFinding(db: Installation["db"]["read"]): Promise<LiveFinding> {
	const delivered = await db.selectFrom("delivery").select("at").limit(1).executeTakeFirst();
	if (delivered) return finding("tried", "ok", "a picture has been delivered");
	const todo = "with a client of your own, read a product, fetch its picture, and try packshot trace on it";
	return finding("tried", "note", "no picture has been delivered yet", todo);
}

const MARKS = { ok: "ok    ", wrong: "WRONG ", note: "note  ", open: "open  " } as const;

/** A finding in one line, and what to do in another. */
export function liveReport(findings: readonly LiveFinding[]): string[] {
	return findings.flatMap(({ check, result, found, todo }) => [
		`${MARKS[result]} ${check}: ${found}`,
		...(todo === undefined ? [] : [`       ${todo}`]),
	]);
}
