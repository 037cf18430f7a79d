import type { FastifyBaseLogger } from "fastify";
import { balanceWork } from "./billing/balances/low-balance.ts";
import { spendingWork } from "./billing/pages/spending/count-spending.ts";
import { dayWork } from "./billing/usage/add-up-days.ts";
import { type Config, dataPlaces, mailBase } from "./config.ts";
import { runImports } from "./imports/batches/runner.ts";
import { uploadWork } from "./imports/batches/upload-work.ts";
import { openUploadFolder } from "./imports/uploads/folder.ts";
import type { Installation } from "./installation.ts";
import { traceCases } from "./leaks/cases/runner.ts";
import { runBackups } from "./operations/backup/runner.ts";
import { boughtWork } from "./orders/bought/note-in-background.ts";
import { noticeWork } from "./people/notices/rounds.ts";
import { runPreparing } from "./pictures/reprocessing/runner.ts";
import { reservedBytes } from "./platform/disk-room.ts";
import type { MailLog } from "./platform/mail/sender.ts";
import { createTransport } from "./platform/mail/transport.ts";
import { createMaintenance, pausedInMaintenance } from "./platform/maintenance.ts";
import { type RegularWork, runRegularly } from "./platform/retention.ts";
import { mailDecided } from "./proposals/decision-notices.ts";

const DECISIONS_EVERY_MS = 30_000;

/**
 * Runs all background work beside a server: imports, reprocessing of pictures, backups, tracing of leaks, low balances, aggregated spending and days,
 * bought products and, if mail is set up, mail.
 * @returns a function that stops it.
 */
export function startBackgroundWork(
	config: Config,
	installation: Installation,
	log: FastifyBaseLogger,
): () => Promise<void> {
	const { db, clock } = installation;
	const folder = openUploadFolder(dataPlaces(config).uploads, reservedBytes(config.disk));
	const stopImports = runImports({ db, clock, folder }, (fault) =>
		log.error({ err: fault }, "an import could not be done; it is tried again"),
	);
	const stopPreparing = runPreparing({ db, clock }, (fault) =>
		log.error({ err: fault }, "pictures could not be reprocessed; it is tried again"),
	);
	const stopBackups =
		config.backups.place === undefined
			? async () => undefined
			: runBackups({ db, clock, schedule: config.backups }, (fault) =>
					log.error({ err: fault }, "a backup or drill could not be done; it is tried again"),
				);
	const works = [
		...uploadWork(db, clock, folder),
		...balanceWork(db, clock),
		...spendingWork(db),
		...dayWork(db, clock),
		...boughtWork(installation, clock),
		...mailWork(config, installation, log),
	];
	const maintenance = createMaintenance(db, clock);
	const stopWorks = runRegularly(pausedInMaintenance(works, maintenance), (fault) =>
		log.error({ err: fault }, "work in the background failed; it is tried again"),
	);
	const stopTracing = traceCases(installation, (fault) =>
		log.error({ err: fault }, "a leak could not be traced; it is tried again"),
	);
	return async () => {
		await Promise.all([stopWorks(), stopTracing(), stopImports(), stopPreparing(), stopBackups()]);
	};
}

function mailWork(
	config: Config,
	{ db, clock, secrets }: Installation,
	log: FastifyBaseLogger,
): RegularWork[] {
	const transport = createTransport(config.mail);
	if (!transport) return [];
	const base = mailBase(config);
	if (base === undefined) {
		log.warn("PACKSHOT_PUBLIC_URL is not set: low-balance mails and digests are not sent");
		return [];
	}
	const { digestHour } = config.mail;
	const notices = { db, clock, hashKeys: secrets.hashKeys, base, digestHour, transport, log: mailLog(log) };
	return [...noticeWork(notices), { everyMs: DECISIONS_EVERY_MS, step: () => mailDecided(notices) }];
}

function mailLog(log: FastifyBaseLogger): MailLog {
	return {
		failed({ isGivenUp, ...mail }) {
			if (isGivenUp) log.error(mail, "a mail was given up");
			else log.warn(mail, "a mail could not be sent; it is tried again");
		},
	};
}
