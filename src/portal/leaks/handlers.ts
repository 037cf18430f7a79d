import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { findCase, findFile, listCases } from "../../leaks/cases/read.ts";
import type { LeakCaseRow } from "../../leaks/cases/tables.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { ulid } from "../../platform/ids.ts";
import { portalError, requirePlain } from "../errors.ts";
import type { Call, Handlers } from "../http/call.ts";
import { paginationOf } from "../pagination.ts";
import { fullCase, listedCase } from "./answers.ts";
import {
	cancelTracing,
	changeAnyCase,
	deleteAnyCase,
	noteCaseFetched,
	openNewCase,
	traceCase,
} from "./changes.ts";
import { createLeakIntake, type LeakReader } from "./leak-intake.ts";

type TraceRoute = Extract<keyof Handlers, `${string} /admin/traces${string}`>;

interface TraceParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly leakReader: LeakReader;
}

/** Handlers for cases: traced leaks and their results. */
export function traceHandlers(parts: TraceParts): Handlers<TraceRoute> {
	const { db } = parts;
	const takeLeak = createLeakIntake(parts);
	const answer = async (caseId: string) => fullCase(db, await requireCase(db, caseId));
	return {
		async "GET /admin/traces"({ query }) {
			const { page = 1, per_page: perPage = 25, search, state } = query;
			const { cases, total } = await listCases(db, { search, state }, { page, perPage });
			return { data: cases.map(listedCase), pagination: paginationOf(page, perPage, total) };
		},
		async "POST /admin/traces"({ body, actor, nowMs, reply }) {
			const caseId = `case_${ulid(nowMs)}`;
			await db.write(openNewCase, { caseId, ...newCaseOf(body), actor });
			reply.code(201);
			return answer(caseId);
		},
		"GET /admin/traces/{case_id}": ({ path }) => answer(path.case_id),
		async "PATCH /admin/traces/{case_id}"({ path, body, actor }) {
			const { name, note, state } = body;
			if (name !== undefined) requirePlain("name", name);
			if (note) requirePlain("note", note, { multiline: true });
			const outcome = await db.write(changeAnyCase, { caseId: path.case_id, name, note, state, actor });
			if (outcome === "not_found") throw portalError("not_found");
			return answer(path.case_id);
		},
		async "DELETE /admin/traces/{case_id}"({ path, body, actor }) {
			const outcome = await db.write(deleteAnyCase, { caseId: path.case_id, name: body.name, actor });
			if (outcome === "deleted") return undefined;
			throw portalError(outcome);
		},
		async "POST /admin/traces/{case_id}/leaks"({ path, query, request, nowMs }) {
			const name = query.name === undefined ? null : requirePlain("name", query.name);
			const { case_id } = await requireCase(db, path.case_id);
			// It waits for other leaks; somebody who hears that it took too long would add it twice.
			markIrrevocable(request.responseMeta);
			const outcome = await takeLeak({ caseId: case_id, name, bytes: request.rawBody, nowMs });
			if (outcome === "settled") throw portalError("case_settled");
			if (outcome === "full") throw portalError("case_full");
			if (outcome === "not_found") throw portalError("not_found");
			return answer(path.case_id);
		},
		async "POST /admin/traces/{case_id}/trace"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const outcome = await db.write(traceCase, { caseId: path.case_id, name, actor });
			if (outcome === "settled") throw portalError("case_settled");
			if (outcome === "no_leaks") throw portalError("case_without_leaks");
			return answer(path.case_id);
		},
		async "POST /admin/traces/{case_id}/cancel"({ path, actor }) {
			const { name } = await requireCase(db, path.case_id);
			const outcome = await db.write(cancelTracing, { caseId: path.case_id, name, actor });
			if (outcome === "not_running") throw portalError("case_not_running");
			return answer(path.case_id);
		},
		...fileHandlers(parts),
	};
}

type FileRoute =
	| "GET /admin/traces/{case_id}/leaks/{leak}"
	| "GET /admin/traces/{case_id}/evidence/{leak}/{candidate}"
	| "GET /admin/traces/{case_id}/file";

function fileHandlers(parts: TraceParts): Handlers<FileRoute> {
	return {
		"GET /admin/traces/{case_id}/leaks/{leak}": (call) => sendFile(parts, call, `preview-${call.path.leak}`),
		"GET /admin/traces/{case_id}/evidence/{leak}/{candidate}": (call) =>
			sendFile(parts, call, `evidence-${call.path.leak}-${call.path.candidate}`),
		async "GET /admin/traces/{case_id}/file"(call) {
			const { path, actor, reply } = call;
			const { name } = await requireCase(parts.db, path.case_id);
			reply.header("content-disposition", `attachment; filename="packshot-${path.case_id}.tar"`);
			await sendFile(parts, call, "case", () =>
				parts.db.write(noteCaseFetched, { caseId: path.case_id, name, actor }),
			);
			return undefined;
		},
	};
}

async function sendFile(
	{ db, blobs }: TraceParts,
	{ path, reply }: Pick<Call<FileRoute>, "path" | "reply">,
	file: string,
	before: () => Promise<unknown> = async () => undefined,
): Promise<undefined> {
	const row = await findFile(db, path.case_id, file);
	if (!row) throw portalError("not_found");
	const bytes = await blobs.get(row.stored_blob);
	await before();
	reply.type(row.content_type).send(Buffer.from(bytes));
	return undefined;
}

async function requireCase(db: Database, caseId: string): Promise<LeakCaseRow> {
	const row = await findCase(db, caseId);
	if (!row) throw portalError("not_found");
	return row;
}

function newCaseOf({ name, note, barcode, variant }: Call<"POST /admin/traces">["body"]) {
	if (barcode !== undefined && !isBarcode(barcode)) throw portalError("invalid_barcode");
	if (variant !== undefined && barcode === undefined) throw badRequest("variant: needs a barcode.");
	if (note) requirePlain("note", note, { multiline: true });
	return {
		name: requirePlain("name", name),
		note: note || null,
		barcode: barcode ?? null,
		variant: variant ?? null,
	};
}
