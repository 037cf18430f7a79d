import type { FastifyReply } from "fastify";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { catalogueErrors } from "../../catalogue/errors.ts";
import { type Call, handlers } from "../../pages/call.ts";
import type { Base } from "../../pages/cookie.ts";
import { pageErrors, requireFound, requirePlain } from "../../pages/errors.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import type { AdmitLink } from "../../people/accounts/attempt-limits.ts";
import { linkHashes, newLinkToken } from "../../people/accounts/one-time-links.ts";
import { pictureFault } from "../../pictures/store/picture-fault.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, commonErrors } from "../../platform/http/http-error.ts";
import { ulid } from "../../platform/ids.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { PoolFull } from "../../platform/tasks/task.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { AttributionProcess } from "../attribution/attribution-process.ts";
import type { ShownLeak } from "../attribution/attribution-tasks.ts";
import { storeFiles } from "../cases/case-files.ts";
import {
	addCaseLeak,
	cancelTracing,
	changeAnyCase,
	deleteAnyCase,
	type LeakOutcome,
	mayHold,
	noteCaseFetched,
	openNewCase,
	traceCase,
} from "../cases/changes.ts";
import {
	type ListedLink,
	linksOf,
	makeCaseLink,
	noteOnCase,
	openCaseLink,
	revokeCaseLink,
} from "../cases/hand-over.ts";
import { findFile, listCases } from "../cases/read.ts";
import { createReducedPictures, type ReducedPicture } from "../cases/reduced-pictures.ts";
import { leakErrors } from "../errors.ts";
import { fullCase, listedCase, requireCase } from "./case-answer.ts";
import { traceRoutes } from "./contract.ts";
import { type CaseLink, handOverRoutes, USUAL_DAYS } from "./hand-over-contract.ts";
import { caseReport } from "./report.ts";

export interface TraceParts extends HandOverParts {
	readonly blobs: BlobStore;
	readonly leakReader: LeakReader;
	/** Reduces pictures in a process of its own, so that they do not wait for leaks. */
	readonly reducer: Pick<AttributionProcess, "reduce">;
}

export function traceHandlers(parts: TraceParts) {
	const reduced = createReducedPictures(parts);
	return { ...caseHandlers(parts), ...fileHandlers(parts, reduced), ...handOverHandlers(parts, reduced) };
}

function caseHandlers(parts: TraceParts) {
	const { db } = parts;
	const takeLeak = createLeakIntake(parts);
	const answer = async (caseId: string) => fullCase(db, await requireCase(db, caseId));
	return handlers(traceRoutes)({
		async "GET /admin/traces"({ query }) {
			const { search, state } = query;
			const paging = pagingOf(query);
			const { cases, total } = await listCases(db, { search, state }, paging);
			return { data: cases.map(listedCase), pagination: paginationOf(paging, total) };
		},
		async "POST /admin/traces"({ body, actor, nowMs, reply }) {
			const caseId = `case_${ulid(nowMs)}`;
			await db.write(openNewCase, { caseId, ...newCaseOf(body), actor });
			reply.code(201);
			return answer(caseId);
		},
		"GET /admin/traces/{case_id}": ({ path }) => answer(path.case_id),
		async "PATCH /admin/traces/{case_id}"({ path, body, actor }) {
			const { name, note, state, holder_id: holderId } = body;
			if (name !== undefined) requirePlain("name", name);
			if (note) requirePlain("note", note, { multiline: true });
			const change = { caseId: path.case_id, name, note, state, holderId };
			const outcome = await db.write(changeAnyCase, { ...change, actor });
			if (outcome !== "changed") throw { ...commonErrors, ...leakErrors }[outcome]();
			return answer(path.case_id);
		},
		async "DELETE /admin/traces/{case_id}"({ path, body, actor }) {
			const outcome = await db.write(deleteAnyCase, { caseId: path.case_id, name: body.name, actor });
			if (outcome !== "deleted") throw { ...commonErrors, ...pageErrors }[outcome]();
		},
		async "POST /admin/traces/{case_id}/leaks"({ path, query, request, nowMs }) {
			const name = query.name === undefined ? null : requirePlain("name", query.name);
			const { case_id } = await requireCase(db, path.case_id);
			// It waits for other leaks; somebody who hears that it took too long would add it twice.
			markIrrevocable(request.responseMeta);
			const outcome = await takeLeak({ caseId: case_id, name, bytes: request.rawBody, nowMs });
			if (outcome === "settled") throw leakErrors.case_settled();
			if (outcome === "full") throw leakErrors.case_full();
			if (outcome === "not_found") throw commonErrors.not_found();
			return answer(path.case_id);
		},
		async "POST /admin/traces/{case_id}/trace"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const outcome = await db.write(traceCase, { caseId: path.case_id, name, actor });
			if (outcome === "settled") throw leakErrors.case_settled();
			if (outcome === "no_leaks") throw leakErrors.case_without_leaks();
			return answer(path.case_id);
		},
		async "POST /admin/traces/{case_id}/cancel"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const outcome = await db.write(cancelTracing, { caseId: path.case_id, name, actor });
			if (outcome === "not_running") throw leakErrors.case_not_running();
			return answer(path.case_id);
		},
		async "GET /admin/case-holders"() {
			return { data: await readHolders(db) };
		},
		async "POST /admin/traces/{case_id}/notes"({ path, body, actor, nowMs, reply }) {
			const { name } = await requireCase(db, path.case_id);
			const text = requirePlain("text", body.text, { multiline: true });
			const note = { caseId: path.case_id, name, noteId: `note_${ulid(nowMs)}`, text };
			const outcome = await db.write(noteOnCase, { ...note, actor });
			if (outcome === "full") throw leakErrors.case_hand_over_full();
			if (outcome === "not_found") throw commonErrors.not_found();
			reply.code(201);
			return answer(path.case_id);
		},
	});
}

/** Accounts that can hold a case, by address: those with a role are few. */
async function readHolders(db: Database) {
	const accounts = await db.scan
		.selectFrom("account")
		.select(["account_id", "email", "roles", "disabled_at"])
		.where("roles", "is not", null)
		.orderBy("email")
		.execute();
	return accounts.filter(mayHold).map(({ account_id, email }) => ({ account_id, email }));
}

type PictureRoute =
	| "GET /admin/traces/{case_id}/leaks/{leak}"
	| "GET /admin/traces/{case_id}/evidence/{leak}/{candidate}";
type FileRoute = PictureRoute | "GET /admin/traces/{case_id}/file";

/** Pixels of the longer edge of what the page of a case shows: it stays light, and a larger picture is a click away. */
const SMALL_LEAK_PX = 480;
const SMALL_EVIDENCE_PX = 960;

function fileHandlers(parts: TraceParts, reduced: ReducedPicture) {
	return handlers(traceRoutes)({
		"GET /admin/traces/{case_id}/leaks/{leak}": (call) =>
			sendPicture(call, `preview-${call.path.leak}`, SMALL_LEAK_PX),
		"GET /admin/traces/{case_id}/evidence/{leak}/{candidate}": (call) =>
			sendPicture(call, `evidence-${call.path.leak}-${call.path.candidate}`, SMALL_EVIDENCE_PX),
		async "GET /admin/traces/{case_id}/file"(call) {
			const { path, actor, reply } = call;
			const { name } = await requireCase(parts.db, path.case_id);
			reply.header("content-disposition", `attachment; filename="packshot-${path.case_id}.tar"`);
			await sendFile(parts, call, "case", () =>
				parts.db.write(noteCaseFetched, { caseId: path.case_id, name, actor }),
			);
		},
	});

	async function sendPicture(
		call: Call<(typeof traceRoutes)[PictureRoute]>,
		file: string,
		smallPx: number,
	): Promise<undefined> {
		if (call.query.size === undefined) return sendFile(parts, call, file);
		const row = requireFound(await findFile(parts.db, call.path.case_id, file));
		call.reply.type("image/webp").send(Buffer.from(await reduced(row.stored_blob, smallPx)));
	}
}

async function sendFile(
	{ db, blobs }: TraceParts,
	{ path, reply }: Pick<Call<(typeof traceRoutes)[FileRoute]>, "path" | "reply">,
	file: string,
	before: () => Promise<unknown> = async () => undefined,
): Promise<undefined> {
	const row = requireFound(await findFile(db, path.case_id, file));
	const bytes = await blobs.get(row.stored_blob);
	await before();
	reply.type(row.content_type).send(Buffer.from(bytes));
}

function newCaseOf({
	name,
	note,
	barcode,
	variant,
}: Call<(typeof traceRoutes)["POST /admin/traces"]>["body"]) {
	if (barcode !== undefined && !isBarcode(barcode)) throw catalogueErrors.invalid_barcode();
	if (variant !== undefined && barcode === undefined) throw badRequest("variant: needs a barcode.");
	if (note) requirePlain("note", note, { multiline: true });
	return {
		name: requirePlain("name", name),
		note: note || null,
		barcode: barcode ?? null,
		variant: variant ?? null,
	};
}

/** Decodes leaks in a process of its own. */
type LeakReader = Pick<AttributionProcess, "show">;

interface GivenLeak {
	readonly caseId: string;
	readonly name: string | null;
	readonly bytes: Uint8Array | undefined;
	readonly nowMs: number;
}

/** Accepts leaks: anything that is not a picture is refused before being stored. Decoded one at a time, in the process given. */
function createLeakIntake(parts: {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly leakReader: LeakReader;
}): (given: GivenLeak) => Promise<LeakOutcome> {
	return async ({ caseId, name, bytes, nowMs }) => {
		if (!bytes || bytes.length === 0) throw badRequest("The body is empty; it has to be a picture.");
		const { format, width, height, preview } = await shownLeak(parts.leakReader, bytes);
		const file = { file: "leak", bytes, contentType: `image/${format}`, width, height };
		const [leak, shown] = await storeFiles(
			parts,
			[
				{ ...file, ...(name === null ? {} : { name }) },
				{ file: "preview", bytes: preview, contentType: "image/webp" },
			],
			nowMs,
		);
		if (!leak || !shown) throw new Error("files were stored without a row");
		return parts.db.write(addCaseLeak, { caseId, leak, preview: shown });
	};
}

async function shownLeak(reader: LeakReader, bytes: Uint8Array): Promise<ShownLeak> {
	try {
		return await reader.show(bytes);
	} catch (fault) {
		if (fault instanceof PoolFull) throw fault;
		throw leakErrors.not_a_picture({ message: `This leak cannot be read: ${pictureFault(fault)}.` });
	}
}

interface HandOverParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly base: Base;
	readonly admitLink: AdmitLink;
}

function handOverHandlers(parts: HandOverParts, reduced: ReducedPicture) {
	const { db, hashKeys } = parts;
	const reportOf = async (
		caseId: string,
		{ request, nowMs }: Pick<Call<(typeof handOverRoutes)["POST /shared-case"]>, "request" | "nowMs">,
	) => caseReport({ db, reduced }, await requireCase(db, caseId), { service: parts.base(request), nowMs });
	return handlers(handOverRoutes)({
		"GET /admin/traces/{case_id}/report": (call) => reportOf(call.path.case_id, call),
		async "GET /admin/traces/{case_id}/links"({ path, nowMs }) {
			await requireCase(db, path.case_id);
			return { data: (await linksOf(db, path.case_id)).map((link) => linkAnswer(link, nowMs)) };
		},
		async "POST /admin/traces/{case_id}/links"({ path, body, actor, nowMs, request, reply }) {
			const { name } = await requireCase(db, path.case_id);
			const { token, tokenHash } = newLinkToken("case link", hashKeys);
			const linkId = `link_${ulid(nowMs)}`;
			const expiresAtMs = nowMs + (body.days ?? USUAL_DAYS) * DAY_MS;
			const outcome = await db.write(makeCaseLink, {
				caseId: path.case_id,
				name,
				linkId,
				tokenHash,
				expiresAtMs,
				actor,
			});
			if (outcome === "full") throw leakErrors.case_hand_over_full();
			if (outcome === "not_found") throw commonErrors.not_found();
			reply.code(201);
			return {
				link_id: linkId,
				link: `${parts.base(request)}/case#${token}`,
				expires_at: isoTime(expiresAtMs),
			};
		},
		async "DELETE /admin/traces/{case_id}/links/{link_id}"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const revoked = { caseId: path.case_id, name, linkId: path.link_id, actor };
			if ((await db.write(revokeCaseLink, revoked)) === "not_found") throw commonErrors.not_found();
		},
		async "POST /shared-case"({ body, actor, nowMs, request, reply }) {
			hide(reply);
			// Counted before anything is looked up, so that guesses are limited; the holder of a link is not guessing.
			const attempt = await parts.admitLink(request);
			const tokenHashes = linkHashes("case link", body.token, hashKeys);
			const caseId = requireFound(await db.write(openCaseLink, { tokenHashes, actor }));
			await attempt.uncount();
			return reportOf(caseId, { request, nowMs });
		},
	});
}

/** Neither search engines nor the next page learn of it. */
function hide(reply: FastifyReply): void {
	reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
}

function linkAnswer(link: ListedLink, nowMs: number): CaseLink {
	const { link_id, email, created_at, expires_at, revoked_at, opened_count, last_opened_at } = link;
	const isOver = expires_at <= nowMs;
	return {
		link_id,
		created_by: email,
		opened_count,
		created_at: isoTime(created_at),
		expires_at: isoTime(expires_at),
		state: revoked_at !== null ? "revoked" : isOver ? "expired" : "active",
		last_opened_at: isoTimeOrNull(last_opened_at),
	};
}
