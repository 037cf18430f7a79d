import type { FastifyBaseLogger } from "fastify";
import { type Config, dataPaths, mailBase } from "./config.ts";
import { errorCatalogue } from "./errors.ts";
import { openUploadFolder } from "./imports/uploads/folder.ts";
import type { Installation } from "./installation.ts";
import type { NoticeParts } from "./people/notices/notice-parts.ts";
import { IN_THE_BACKGROUND } from "./platform/db/pace.ts";
import { reservedBytes } from "./platform/disk-room.ts";
import { createTransport } from "./platform/mail/transport.ts";
import { createMaintenance } from "./platform/maintenance.ts";
import { repeat } from "./platform/tasks/repeat.ts";
import { regularWork, type Work } from "./platform/tasks/work.ts";
import { MINUTE_MS } from "./platform/time/durations.ts";
import { renewStored } from "./renew-stored.ts";
import { sweep } from "./retention.ts";
import { type Declared, rooms, type UnionToIntersection } from "./rooms.ts";

type RoomWorks = Awaited<ReturnType<Extract<Declared<"works">, () => unknown>>>;
type WorkParts = UnionToIntersection<Parameters<RoomWorks>[0]>;

/** Begins all work in the background of a server. @returns a function that stops it. */
export async function beginWorks(
	config: Config,
	installation: Installation,
	log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
	const { db, clock } = installation;
	const paths = dataPaths(config);
	const parts: WorkParts = {
		...installation,
		config,
		log,
		maintenance: createMaintenance(db, clock),
		databaseFile: config.database.url === undefined ? paths.database : undefined,
		databasePlace: { databaseFile: paths.database, databaseUrl: config.database.url },
		restoreFolder: paths.restore,
		uploadFolder: openUploadFolder(paths.uploads, reservedBytes(config.disk)),
		notices: () => noticeParts(config, installation, log),
	};
	if (config.mail.smtpUrl !== undefined && mailBase(config) === undefined)
		log.warn("PACKSHOT_PUBLIC_URL is not set: low-balance mails and digests are not sent");
	const ofRooms = await Promise.all(rooms.map(({ works }) => works?.()));
	const works: Work[] = [
		...ofRooms.flatMap((worksOf) => worksOf?.(parts as never) ?? []),
		regularWork("expired rows could not be deleted", [
			{ everyMs: 15 * MINUTE_MS, step: () => db.write(sweep, { nowMs: clock.now() }) },
		]),
		renewing(installation, log),
	];
	const stops = works.map(({ failed, begin }) => begin((fault) => log.error({ err: fault }, failed)));
	return async () => {
		await Promise.all(stops.map((stop) => stop()));
	};
}

/** What automatic mail needs now; `undefined` while it cannot be sent. */
function noticeParts(
	config: Config,
	{ db, clock, secrets }: Installation,
	log: FastifyBaseLogger,
): NoticeParts | undefined {
	const transport = createTransport(config.mail);
	if (!transport) return undefined;
	const base = mailBase(config);
	if (base === undefined) return undefined;
	const failed = ({ isGivenUp, ...mail }: Parameters<NoticeParts["log"]["failed"]>[0]) => {
		if (isGivenUp) log.error(mail, "a mail was given up");
		else log.warn(mail, "a mail could not be sent; it is tried again");
	};
	const { hashKeys } = secrets;
	const { digestHour } = config.mail;
	return { db, clock, hashKeys, base, digestHour, transport, errors: errorCatalogue, log: { failed } };
}

/** Upgrades data stored by earlier versions. */
function renewing(installation: Installation, log: FastifyBaseLogger): Work {
	return {
		failed: "renewing what an earlier version stored failed",
		begin: (onFault) =>
			repeat({
				async step(signal) {
					const { unread, unindexed } = await renewStored(installation, IN_THE_BACKGROUND, signal);
					if (unread.length > 0) log.error({ unread }, "pictures without a readable file");
					if (unindexed.length > 0) log.error({ unindexed }, "pictures with a damaged fingerprint");
					return undefined;
				},
				onFault,
				afterFaultMs: MINUTE_MS,
			}),
	};
}
