import { stringify } from "yaml";
import { forgetMapping, savedMappings, saveMapping } from "../../imports/batches/mappings.ts";
import { readRefusals } from "../../imports/batches/refusals.ts";
import { REASON_COLUMN, TEMPLATE_COLUMNS, tableFields } from "../../imports/formats/table-columns.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { textWorkbook, WORKBOOK_TYPE } from "../../platform/text-workbook.ts";
import { portalError, requirePlain } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { findsImports, type UploadParts } from "./found-imports.ts";
import { LONGEST_MAPPING_NAME } from "./table-contract.ts";
import { requireMapping } from "./task-handlers.ts";

type MappingRoute =
	| "GET /admin/imports/{import_id}/columns"
	| "GET /admin/imports/{import_id}/mapping.yaml"
	| "GET /admin/imports/{import_id}/refused-rows.xlsx"
	| "GET /admin/import-mappings"
	| "PUT /admin/import-mappings/{name}"
	| "DELETE /admin/import-mappings/{name}"
	| "GET /admin/import-template.xlsx";

/** Handlers for tables with column names of their own: what their columns hold, and their refused rows as tables to mend. */
export function mappingHandlers(parts: UploadParts): Handlers<MappingRoute> {
	const { db } = parts;
	const { found } = findsImports(parts);
	return {
		async "GET /admin/imports/{import_id}/columns"({ path }) {
			const { table_head: head, mapping } = await found(path.import_id);
			if (!head) return { source: null, header_line: null, columns: [], mapping: {}, fields: [] };
			const columns = head.columns.map(({ name, samples, values }) => ({
				name,
				samples: [...samples],
				values: values && [...values],
			}));
			const fields = tableFields();
			return { source: head.source, header_line: head.headerLine, columns, mapping: mapping ?? {}, fields };
		},
		async "GET /admin/imports/{import_id}/mapping.yaml"({ path, reply }) {
			const { mapping } = await found(path.import_id);
			reply.header("content-disposition", 'attachment; filename="mapping.yaml"');
			reply.type("application/yaml; charset=utf-8").send(stringify(mapping ?? {}));
		},
		async "GET /admin/imports/{import_id}/refused-rows.xlsx"({ path, reply }) {
			const batch = await found(path.import_id);
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
			if (!isSaved) throw portalError("mapping_limit_reached");
		},
		async "DELETE /admin/import-mappings/{name}"({ path }) {
			if (!(await db.write(forgetMapping, { name: path.name }))) throw portalError("not_found");
		},
		async "GET /admin/import-template.xlsx"({ reply }) {
			reply.header("content-disposition", 'attachment; filename="products.xlsx"');
			reply.type(WORKBOOK_TYPE).send(await textWorkbook("Products", TEMPLATE_COLUMNS, []));
		},
	};
}

/** @throws HttpError 400 for a name that nobody could read, or that no index of the database could hold */
function requireName(name: string): string {
	if (name.trim() === "" || name.length > LONGEST_MAPPING_NAME)
		throw badRequest(`name: a name has 1 to ${LONGEST_MAPPING_NAME} characters.`);
	return requirePlain("name", name);
}

/** As many as have their cells kept, at five columns. */
const MOST_ROWS = 20_000;
