import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { creditsForJson } from "../../../api/credits.ts";
import { noRoom, offsetIn, refuseUnlessWhole } from "../../../imports/pages/upload-handlers.ts";
import { openUploadFolder } from "../../../imports/uploads/folder.ts";
import { createUploadReceiver } from "../../../imports/uploads/receiver.ts";
import { handlers } from "../../../pages/call.ts";
import { requireFound } from "../../../pages/errors.ts";
import type { Actor } from "../../../pages/events.ts";
import { requireAgain, requireCode } from "../../../people/accounts/confirm-password.ts";
import { openLink } from "../../../people/accounts/one-time-links.ts";
import type { SignInParts } from "../../../people/accounts/sign-in.ts";
import { type diskSettings, freeBytes, reservedBytes } from "../../../platform/disk-room.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { type DatabasePlace, KEPT_MS, keptStates } from "../../backup/kept-states.ts";
import type { Look, Restoring } from "../../backup/restoring.ts";
import { backupTimeMs } from "../../backup/stored-backup.ts";
import { lostDocument } from "../../backup/what-would-be-lost.ts";
import { operationErrors } from "../../errors.ts";
import { isSetupLink } from "../set-up/changes.ts";
import { changeServiceSettings } from "../settings/changes.ts";
import { type GivenSettingsParts, givenSettings } from "../settings/handlers.ts";
import { type RestoreState, restoreRoutes } from "./contract.ts";

export interface RestorePageParts extends SignInParts, GivenSettingsParts {
	/** `undefined` where others serve the same installation, or may. */
	readonly restoring: Restoring | undefined;
	readonly databasePlace: DatabasePlace;
	/** For uploaded backups. */
	readonly restoreFolder: string;
	readonly config: GivenSettingsParts["config"] & { readonly disk: SettingsOf<typeof diskSettings> };
}

/** What was asked about a backup. */
interface Asked<Answer> {
	readonly name: string;
	answer?: Answer;
	failure?: string;
}

const BACK = "back";
const COMMAND = "packshot restore latest --force";
/** How many are offered; the command knows all. */
const OFFERED = 60;

/** The daily backups, listed anew once a minute: a page that waits asks every second, and S3 lists every file of a backup. */
function createListing(restoring: Restoring | undefined) {
	let listing: { readonly atMs: number; readonly names: Promise<string[]> } | undefined;
	return {
		stored(): Promise<string[]> {
			const nowMs = performance.now();
			if (!listing || nowMs - listing.atMs > MINUTE_MS)
				listing = { atMs: nowMs, names: restoring?.backups() ?? Promise.resolve([]) };
			return listing.names;
		},
		listAnew() {
			listing = undefined;
		},
	};
}

/** What can be restored, what was asked about it, and its beginning. */
function createDesk(parts: RestorePageParts, uploads: ReturnType<typeof createUploads>) {
	const { db, restoring } = parts;
	let looked: Asked<Look> | undefined;
	let tried: Asked<unknown> | undefined;
	const { stored, listAnew } = createListing(restoring);

	async function state(): Promise<RestoreState> {
		let failure: string | null = null;
		const names = await stored().catch((fault: Error) => {
			failure = fault.message;
			return [];
		});
		const kept = (await keptStates(parts.databasePlace)).at(-1);
		const { last } = restoring ?? {};
		return {
			command: (await isAlone()) ? null : COMMAND,
			backups: [
				...(await uploads.whole()),
				...names.map((name) => ({ name, at: isoTime(backupTimeMs(name)), size_bytes: null })),
			]
				.sort((one, other) => (one.at > other.at ? -1 : 1))
				.slice(0, OFFERED),
			place_failure: failure,
			looked: looked ? { ...askedAnswer(looked), ...lookAnswer(looked.answer) } : null,
			tried: tried ? askedAnswer(tried) : null,
			kept: kept ? { kept_at: isoTime(kept.keptAtMs), until: isoTime(kept.keptAtMs + KEPT_MS) } : null,
			last: last
				? { at: isoTime(last.endedAtMs), failure: last.failure, lost: lostDocument(last.lost) }
				: null,
		};
	}

	/** Processes that are gone in a moment, such as one that makes a backup, count as well. */
	async function isAlone(): Promise<boolean> {
		if (!restoring) return false;
		if (parts.databasePlace.databaseUrl === undefined || isAsking()) return true;
		const { otherConnections } = await import("../../backup/restore-server.ts");
		return (await otherConnections(db.read)) === 0;
	}
	const isAsking = () => [looked, tried].some((asked) => asked && !isDone(asked));

	/** The backup that a page has named. @throws HttpError 404 for any that is not offered, 409 where the pages cannot restore */
	async function chosen(name: string): Promise<{ restoring: Restoring; name: string }> {
		if (!restoring || !(await isAlone())) throw operationErrors.restore_elsewhere();
		if (name === BACK) return { restoring, name };
		const path = await uploads.pathOf(name);
		return { restoring, name: path ?? requireFound((await stored()).find((id) => id === name)) };
	}

	async function ask({ name, is_tried }: { name: string; is_tried: boolean }): Promise<undefined> {
		const found = await chosen(name);
		const asked: Asked<never> = { name };
		if (is_tried) tried = asked;
		else [looked, tried] = [asked, undefined];
		void found.restoring.ask(found.name, is_tried ? "--try" : "--look").then(
			(answer) => Object.assign(asked, { answer }),
			(fault: Error) => Object.assign(asked, { failure: fault.message }),
		);
	}

	async function begin(name: string, isFirst: boolean, actor: Actor): Promise<void> {
		const found = await chosen(name);
		found.restoring.begin({ name: found.name, isFirst, actor });
	}

	return { state, ask, begin, listAnew };
}

/** Handlers for restoring a backup, by administrators and on the first run. */
export function restoreHandlers(parts: RestorePageParts) {
	const uploads = createUploads(parts);
	const { state, ask, begin, listAnew } = createDesk(parts, uploads);
	const opened = (request: FastifyRequest, token: string) =>
		openLink(parts, request, { kind: "setup", token }, async (hashes) =>
			(await isSetupLink(parts.db.read, hashes)) ? "it works" : undefined,
		);
	const openedByHeader = (request: FastifyRequest) =>
		opened(request, String(request.headers["x-packshot-setup"]).slice(0, 200));

	return handlers(restoreRoutes)({
		"GET /admin/restore": state,
		"POST /admin/restore/look": ({ body }) => ask(body),
		async "POST /admin/restore"({ request, person, body, actor }) {
			await requireAgain(parts, request, person, body.password);
			await requireCode(parts, request, person, body.code, actor);
			await begin(body.name, false, actor);
		},
		"HEAD /admin/restore/file": (call) => uploads.head(call),
		"PATCH /admin/restore/file": (call) => uploads.append(call),
		async "POST /setup/restore"({ request, body }) {
			await opened(request, body.token);
			return state();
		},
		async "POST /setup/restore/place"({ request, body, actor }) {
			await opened(request, body.token);
			await storePlace(parts, body.values, actor);
			listAnew();
			return state();
		},
		async "POST /setup/restore/look"({ request, body }) {
			await opened(request, body.token);
			await ask(body);
		},
		async "POST /setup/restore/begin"({ request, body, actor }) {
			await opened(request, body.token);
			await begin(body.name, true, actor);
		},
		async "HEAD /setup/restore/file"(call) {
			await openedByHeader(call.request);
			await uploads.head(call);
		},
		async "PATCH /setup/restore/file"(call) {
			await openedByHeader(call.request);
			await uploads.append(call);
		},
	});
}

/** Stores where the daily backups are, of an installation that has nothing yet. @throws HttpError 400 for what is no such place */
async function storePlace(
	parts: RestorePageParts,
	values: Readonly<Record<string, string>>,
	actor: Actor,
): Promise<void> {
	const { db, storedSettings } = parts;
	await storedSettings.refresh();
	const { revision } = storedSettings.standing();
	// No history: an installation that has one is not replaced by another.
	const given = { ...givenSettings(parts, values), changes: {}, actor };
	if (!(await db.write(changeServiceSettings, { revision, ...given })))
		throw operationErrors.settings_changed();
	await storedSettings.refresh();
}

const isDone = ({ answer, failure }: Asked<unknown>) => answer !== undefined || failure !== undefined;

function askedAnswer(asked: Asked<unknown>) {
	return { name: asked.name, is_done: isDone(asked), failure: asked.failure ?? null };
}

function lookAnswer(look: Look | undefined) {
	if (!look) return NOT_KNOWN;
	const { units, lost, ...rest } = look;
	return { ...rest, credits: creditsForJson(units), lost: lostDocument(lost) };
}

const NOTHING = { products: 0, pictures: 0, credits: 0, needed_bytes: 0, free_bytes: 0 };
const NOT_KNOWN = { ...NOTHING, made_at: null, version: null, lost: null };

interface FileCall {
	readonly query: { readonly size_bytes: number; readonly modified_ms: number };
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Uploaded backups: each file is named by its size and time, so that one that broke off goes on where it was. */
function createUploads({ restoreFolder: path, config: { disk } }: RestorePageParts) {
	const keptBytes = reservedBytes(disk);
	const folder = openUploadFolder(path, keptBytes);
	const receiver = createUploadReceiver(folder);
	const fileOf = ({ size_bytes, modified_ms }: FileCall["query"]) => ({
		importId: `upload-${modified_ms}-${size_bytes}`,
		name: "backup.tar",
	});
	return {
		async head({ query, reply }: FileCall): Promise<undefined> {
			await mkdir(path, { recursive: true, mode: 0o700 });
			const file = fileOf(query);
			let offset = await receiver.offset(file);
			if (offset === undefined) {
				// One at a time: each may be as large as the disk has room for.
				for (const { name } of await files(path)) await rm(join(path, name), { force: true });
				await folder.create(file);
				offset = 0;
			}
			if ((await freeBytes(path)) - keptBytes < query.size_bytes - offset) throw noRoom();
			reply.headers({ "upload-length": query.size_bytes, "upload-offset": offset });
			reply.code(200).send();
		},
		async append({ query, request, reply }: FileCall): Promise<undefined> {
			// However long the bytes take: what has arrived is kept.
			markIrrevocable(request.responseMeta);
			const at = offsetIn(request.headers["upload-offset"]);
			const received = await receiver.receive(fileOf(query), request.raw, at, query.size_bytes);
			refuseUnlessWhole(received);
			reply.header("upload-offset", received.sizeBytes);
		},
		async whole() {
			const all = await files(path);
			return all.filter(({ isWhole }) => isWhole).map(({ isWhole: _, ...shown }) => shown);
		},
		/** @returns `undefined` if there is none of that name, or not all of it. */
		async pathOf(name: string): Promise<string | undefined> {
			const found = (await files(path)).find((file) => file.name === name && file.isWhole);
			return found && join(path, found.name);
		},
	};
}

async function files(folder: string) {
	const names = await readdir(folder).catch(() => []);
	const found = names.map(async (name) => {
		const size = Number(/^upload-\d+-(\d+)\./.exec(name)?.[1]);
		if (Number.isNaN(size)) return [];
		const { size: size_bytes, mtimeMs } = await stat(join(folder, name));
		return [{ name, at: isoTime(Math.floor(mtimeMs)), size_bytes, isWhole: size === size_bytes }];
	});
	return (await Promise.all(found)).flat();
}
