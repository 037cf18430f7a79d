import { Readable } from "node:stream";
import { listImports } from "../../imports/batches/read.ts";
import { readRefusals } from "../../imports/batches/refusals.ts";
import type { Handlers } from "../http/call.ts";
import { beginHandlers } from "./begin-handlers.ts";
import { findsImports, type UploadParts } from "./found-imports.ts";
import { withoutPictures } from "./import-answer.ts";
import { mappingHandlers } from "./mapping-handlers.ts";
import { refusalCsv, refusalLines } from "./refusal-files.ts";
import { taskHandlers } from "./task-handlers.ts";
import { uploadHandlers } from "./upload-handlers.ts";

type ReadRoute =
	| "GET /admin/imports"
	| "GET /admin/imports/{import_id}"
	| "GET /admin/imports/{import_id}/refusals"
	| "GET /admin/imports/{import_id}/refusals.csv"
	| "GET /admin/imports/{import_id}/refusals.ndjson";

/** Handlers for imports: uploads, tasks and the history. */
export function importHandlers(parts: UploadParts) {
	return {
		...readHandlers(parts),
		...beginHandlers(parts),
		...uploadHandlers(parts),
		...taskHandlers(parts),
		...mappingHandlers(parts),
	};
}

function readHandlers(parts: UploadParts): Handlers<ReadRoute> {
	const { db } = parts;
	const { found, answer, answers } = findsImports(parts);
	return {
		async "GET /admin/imports"({ query, ...call }) {
			const { batch, ownership, after, limit = 25 } = query;
			const { batches, next } = await listImports(db.scan, { batch, ownership }, { after, limit });
			return { data: (await answers(batches, call)).map(withoutPictures), next };
		},
		"GET /admin/imports/{import_id}": ({ path, ...call }) => answer(path.import_id, call),
		async "GET /admin/imports/{import_id}/refusals"({ path, query }) {
			await found(path.import_id);
			const { cause, after = 0, limit = 50 } = query;
			const rows = await readRefusals(db.scan, path.import_id, { cause, after, limit });
			const data = rows.map(({ source, line, cause: why, reason }) => ({ source, line, cause: why, reason }));
			return { data, next: rows.length === limit ? (rows.at(-1)?.number ?? null) : null };
		},
		async "GET /admin/imports/{import_id}/refusals.csv"({ path, reply }) {
			await found(path.import_id);
			reply.header("content-disposition", 'attachment; filename="refused.csv"');
			reply.type("text/csv; charset=utf-8").send(Readable.from(refusalCsv(db, path.import_id)));
		},
		async "GET /admin/imports/{import_id}/refusals.ndjson"({ path, reply }) {
			await found(path.import_id);
			reply.header("content-disposition", 'attachment; filename="refused.ndjson"');
			reply.type("application/x-ndjson; charset=utf-8").send(Readable.from(refusalLines(db, path.import_id)));
		},
	};
}
