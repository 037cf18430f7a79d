import { Readable } from "node:stream";
import { stringify } from "yaml";
import { handlers } from "../../pages/call.ts";
import { requireFound, requirePlain } from "../../pages/errors.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { parseTime } from "../../platform/http/query.ts";
import { ulid } from "../../platform/ids.ts";
import { textWorkbook, WORKBOOK_TYPE } from "../../platform/text-workbook.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { beginUpload, deleteUpload, MOST_UPLOADS } from "../batches/changes.ts";
import { forgetMapping, savedMappings, saveMapping } from "../batches/mappings.ts";
import { listImports } from "../batches/read.ts";
import { readRefusals } from "../batches/refusals.ts";
import { dropIdleUploads } from "../batches/upload-work.ts";
import { importErrors } from "../errors.ts";
import { meaningsOf, REASON_COLUMN, TEMPLATE_COLUMNS, tableFields } from "../formats/table-columns.ts";
import { isUploadable } from "../uploads/folder.ts";
import { cardHandlers } from "./card-handlers.ts";
import { importRoutes } from "./contract.ts";
import { answerOf, answersOf, requireImport, type UploadParts } from "./found-imports.ts";
import { withoutPictures } from "./import-answer.ts";
import { refusalCsv, refusalLines } from "./refusal-files.ts";
import { LONGEST_MAPPING_NAME } from "./table-contract.ts";
import { choicesOf, requireMapping, taskHandlers } from "./task-handlers.ts";
import { noRoom, uploadHandlers } from "./upload-handlers.ts";

/** Handlers for imports: uploads, tasks and the history. */
export function importHandlers(parts: UploadParts) {
	return {
		...readHandlers(parts),
		...beginHandlers(parts),
		...uploadHandlers(parts),
		...taskHandlers(parts),
		...mappingHandlers(parts),
		...cardHandlers(parts),
	};
}

function readHandlers(parts: UploadParts) {
	const { db } = parts;
	return handlers(importRoutes)({
		async "GET /admin/imports"({ query, ...call }) {
			const { batch, ownership, is_card, after, limit = 25 } = query;
			const filter = { batch, ownership, isCard: is_card === "true" };
			const { batches, next } = await listImports(db.scan, filter, { after, limit });
			return { data: (await answersOf(parts, batches, call)).map(withoutPictures), next };
		},
		"GET /admin/imports/{import_id}": ({ path, ...call }) => answerOf(parts, path.import_id, call),
		async "GET /admin/imports/{import_id}/refusals"({ path, query }) {
			await requireImport(parts, path.import_id);
			const { cause, after = 0, limit = 50 } = query;
			const rows = await readRefusals(db.scan, path.import_id, { cause, after, limit });
			const data = rows.map(({ source, line, cause: why, reason }) => ({ source, line, cause: why, reason }));
			return { data, next: rows.length === limit ? (rows.at(-1)?.number ?? null) : null };
		},
		async "GET /admin/imports/{import_id}/refusals.csv"({ path, reply }) {
			await requireImport(parts, path.import_id);
			reply.header("content-disposition", 'attachment; filename="refused.csv"');
			reply.type("text/csv; charset=utf-8").send(Readable.from(refusalCsv(db, path.import_id)));
		},
		async "GET /admin/imports/{import_id}/refusals.ndjson"({ path, reply }) {
			await requireImport(parts, path.import_id);
			reply.header("content-disposition", 'attachment; filename="refused.ndjson"');
			reply.type("application/x-ndjson; charset=utf-8").send(Readable.from(refusalLines(db, path.import_id)));
		},
	});
}

/** Handlers for tables with column names of their own: what their columns hold, and their refused rows as tables to mend. */
function mappingHandlers(parts: UploadParts) {
	const { db } = parts;
	return handlers(importRoutes)({
		async "GET /admin/imports/{import_id}/columns"({ path }) {
			const { table_head: head, mapping } = await requireImport(parts, path.import_id);
			if (!head) return { source: null, header_line: null, columns: [], mapping: {}, fields: [] };
			const columns = head.columns.map(({ name, samples, values }) => ({
				name,
				samples: [...samples],
				values: values && [...values],
				meanings: meaningsOf(values ?? []),
			}));
			const fields = tableFields();
			return { source: head.source, header_line: head.headerLine, columns, mapping: mapping ?? {}, fields };
		},
		async "GET /admin/imports/{import_id}/mapping.yaml"({ path, reply }) {
			const { mapping } = await requireImport(parts, path.import_id);
			reply.header("content-disposition", 'attachment; filename="mapping.yaml"');
			reply.type("application/yaml; charset=utf-8").send(stringify(mapping ?? {}));
		},
		async "GET /admin/imports/{import_id}/refused-rows.xlsx"({ path, reply }) {
			const batch = await requireImport(parts, path.import_id);
			const { names = [], source = null } = (batch.report ?? batch.check_report)?.header ?? {};
			const refusals = await readRefusals(db.scan, path.import_id, {
				after: 0,
				limit: MOST_ROWS,
				withCells: true,
			});
			const rows = refusals
				.filter(({ source: from }) => from === source)
				.map(({ cells, line, reason }) => {
					const row = JSON.parse(cells ?? "[]") as string[];
					return [...names.map((_, at) => row[at] ?? ""), `line ${line}: ${reason}`];
				});
			const file = await textWorkbook("Refused", [...names, REASON_COLUMN], rows);
			reply.header("content-disposition", 'attachment; filename="refused-rows.xlsx"');
			reply.type(WORKBOOK_TYPE).send(file);
		},
		"GET /admin/import-mappings": async () => ({ data: await savedMappings(db.read) }),
		async "PUT /admin/import-mappings/{name}"({ path, body, person, nowMs }) {
			const mapping = requireMapping(body.mapping);
			const { account_id: accountId } = person.account;
			const isSaved = await db.write(saveMapping, {
				name: requireName(path.name),
				mapping,
				accountId,
				nowMs,
			});
			if (!isSaved) throw importErrors.mapping_limit_reached();
		},
		async "DELETE /admin/import-mappings/{name}"({ path }) {
			requireFound(await db.write(forgetMapping, { name: path.name }));
		},
		async "GET /admin/import-template.xlsx"({ reply }) {
			reply.header("content-disposition", 'attachment; filename="products.xlsx"');
			reply.type(WORKBOOK_TYPE).send(await textWorkbook("Products", TEMPLATE_COLUMNS, []));
		},
	});
}

/** @throws HttpError 400 for a name that nobody could read, or that no index of the database could hold */
function requireName(name: string): string {
	if (name.trim() === "" || name.length > LONGEST_MAPPING_NAME)
		throw badRequest(`name: a name has 1 to ${LONGEST_MAPPING_NAME} characters.`);
	return requirePlain("name", name);
}

/** As many as have their cells kept, at five columns. */
const MOST_ROWS = 20_000;

/** Handlers for starting and discarding uploads. */
function beginHandlers(parts: UploadParts) {
	const { db, uploads } = parts;
	const { folder, days } = uploads;
	return handlers(importRoutes)({
		async "POST /admin/imports"({ body, ...call }) {
			const { nowMs, person, actor } = call;
			const file = { importId: ulid(nowMs).toLowerCase(), name: requirePlain("name", body.name) };
			if (!isUploadable(file.name))
				throw badRequest("name: a .zip, .ndjson, .jsonl, .csv, .tsv, .txt or .xlsx file.");
			if (body.card && !/\.zip$/i.test(file.name))
				throw badRequest("name: a card is uploaded as a .zip file.");
			const folderId = await folder.id();
			const upload: Parameters<typeof beginUpload.run>[1][number] = {
				...file,
				...choicesOf({}, call),
				existingOnly: false,
				mode: null,
				exact: false,
				accountId: person.account.account_id,
				sizeBytes: body.size_bytes,
				isCard: body.card === true,
				modifiedAtMs: body.modified_at === undefined ? null : (parseTime(body.modified_at) ?? null),
				folderId,
				disk: folder.disk,
				expiresAtMs: nowMs + days * DAY_MS,
				nowMs,
				actor,
			};
			let outcome = await db.write(beginUpload, upload);
			if (outcome === "no_room" && (await dropIdleUploads(db, folder)))
				outcome = await db.write(beginUpload, upload);
			if (outcome === "no_room") throw noRoom();
			if (outcome === "too_many") {
				const message = `${MOST_UPLOADS} of your uploads wait already: import or delete one first.`;
				throw importErrors.upload_limit_reached({ message });
			}
			await folder.create(file);
			return answerOf(parts, file.importId, call);
		},
		async "DELETE /admin/imports/{import_id}"({ path, actor }) {
			await requireImport(parts, path.import_id);
			const deleted = await db.write(deleteUpload, { importId: path.import_id, actor });
			if (!deleted) throw importErrors.import_not_ready();
			await folder.removeOf(path.import_id);
		},
	});
}
