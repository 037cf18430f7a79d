import Type from "typebox";
import { type FeatureRoutes, orNull } from "../../pages/contract.ts";
import { ColumnMapping } from "../formats/mapping/mapping-shape.ts";

export const ImportPath = Type.Object({ import_id: Type.String() });
/** Characters. */
export const LONGEST_MAPPING_NAME = 100;
const MappingPath = Type.Object({ name: Type.String({ minLength: 1, maxLength: LONGEST_MAPPING_NAME }) });
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What the columns of imported tables hold, and tables to fill in and to mend. */
export const importTableRoutes = {
	"GET /admin/imports/{import_id}/columns": {
		summary: "The columns of its table, what they hold, and what they could hold",
		path: ImportPath,
		answer: Type.Object({
			source: orNull(Type.String({ description: "Null for a table with our own columns." })),
			header_line: orNull(Type.Integer()),
			columns: Type.Array(
				Type.Object({
					name: Type.String(),
					samples: Type.Array(Type.String(), { description: "Up to three of its first cells." }),
					values: orNull(Type.Array(Type.String()), "All that its first cells hold, if they are few."),
					meanings: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
						description: "By field, what those of them are read as that are known there.",
					}),
				}),
			),
			mapping: ColumnMapping,
			fields: Type.Array(
				Type.Object({
					field: Type.String({ examples: ["info.brand"] }),
					choices: Type.Array(Type.String(), {
						description: "The values that it takes; empty for any text.",
					}),
				}),
			),
		}),
	},
	"GET /admin/imports/{import_id}/mapping.yaml": {
		summary: "The mapping of its columns as a file of `packshot import --mapping`",
		path: ImportPath,
		media: ["application/yaml"],
		answerText: "The file.",
	},
	"GET /admin/imports/{import_id}/refused-rows.xlsx": {
		summary: "The refused rows of its table as they were, with the reason, to be mended and imported",
		path: ImportPath,
		media: [WORKBOOK],
		answerText: "The workbook.",
	},
	"GET /admin/import-mappings": {
		summary: "All saved mappings of columns, by name",
		answer: Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), mapping: ColumnMapping })) }),
	},
	"PUT /admin/import-mappings/{name}": {
		summary: "Save a mapping of columns, replacing the one of the same name",
		path: MappingPath,
		body: Type.Object({ mapping: ColumnMapping }),
		errors: ["mapping_limit_reached"],
	},
	"DELETE /admin/import-mappings/{name}": {
		summary: "Delete a saved mapping of columns",
		path: MappingPath,
	},
	"GET /admin/import-template.xlsx": {
		summary: "An empty table with our own columns",
		media: [WORKBOOK],
		answerText: "The workbook.",
	},
} as const satisfies FeatureRoutes;
