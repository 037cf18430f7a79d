import Type, { type Static } from "typebox";
import { EDITORS, type FeatureRoutes, orNull, Time, tagged } from "../../pages/contract.ts";
import { ABSENT_CHOICES } from "../absent-choice.ts";
import { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import { cardRoutes } from "./card-contract.ts";
import { Summary } from "./summary-contract.ts";
import { ImportPath, importTableRoutes } from "./table-contract.ts";
import { tus } from "./tus.ts";

const Tag = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

const Description = Type.Object({
	batch: Type.Optional(Tag("`source_batch` of the pictures; `zip_upload` by default.")),
	ownership: Type.Optional(Tag("Attribution tag of the pictures.")),
	uploaded_by: Type.Optional(
		Tag("Who imports, as recorded with the pictures; the caller's e-mail address by default."),
	),
});

const NewUpload = Type.Object({
	name: Type.String({
		minLength: 1,
		maxLength: 255,
		description: "The file's name.",
		examples: ["spring.zip"],
	}),
	size_bytes: Type.Integer({ minimum: 1, maximum: 20 * 2 ** 30 }),
	modified_at: Type.Optional(Time),
	card: Type.Optional(
		Type.Boolean({ description: "Whether it is a ZIP of raw pictures, which are grouped by product first." }),
	),
});

const Mode = Type.Enum(["replace", "merge", "fill"], {
	description:
		"What happens to the values of existing products. `replace`: a given scope is replaced completely, null removes it. `merge`: given values win, the others stay. `fill`: only what a product lacks is taken.",
});

const Import = Type.Object({
	import_id: Type.String(),
	origin: Type.Enum(["page", "command"]),
	by: orNull(Type.String({ description: "E-mail address of the uploader." })),
	is_own: Type.Boolean(),
	files: Type.Array(
		Type.Object({
			name: Type.String(),
			size_bytes: orNull(Type.Integer()),
			sha256: orNull(Type.String({ description: "Null until the file has been read, and for folders." })),
		}),
	),
	has_own_columns: Type.Boolean({
		description: "Whether its table has column names of its own, which are mapped.",
	}),
	modified_at: orNull(Time),
	batch: Type.String(),
	ownership: orNull(Type.String()),
	uploaded_by: orNull(Type.String()),
	existing_only: Type.Boolean(),
	mode: Mode,
	exact: Type.Boolean({ description: "Whether barcodes are taken literally." }),
	keep_edited: Type.Boolean({ description: "Whether values that a person edited are kept." }),
	absent: Type.Enum([...ABSENT_CHOICES], {
		description: "What becomes of products that are not delivered any more.",
	}),
	encoding: orNull(Type.String({ description: "How its tables are encoded, if somebody said so." })),
	state: Type.Enum(
		["uploading", "uploaded", "grouped", "checked", "imported", "stopped", "failed", "undone", "expired"],
		{ description: "Its state while nothing is being done with it." },
	),
	card_revision: orNull(
		Type.Integer({
			description: "Of the groups of its raw pictures, which are there to be corrected; null if it has none.",
		}),
	),
	task: orNull(
		Type.Enum(["look", "check", "import", "undo"], { description: "What is to be done, or being done." }),
	),
	is_running: Type.Boolean({ description: "False while the task waits for its turn." }),
	is_stopping: Type.Boolean(),
	has_file: Type.Boolean({ description: "Whether the uploaded file is still there." }),
	uploaded_bytes: orNull(Type.Integer({ description: "How much of an upload has arrived." })),
	progress: orNull(
		Type.Object({
			lines: Type.Integer(),
			pictures: Type.Integer(),
			all_pictures: Type.Integer(),
			refused: Type.Integer(),
			share: Type.Number({ description: "From 0 to 1." }),
			left_ms: orNull(Type.Integer({ description: "How long it may still take; null at the beginning." })),
		}),
	),
	check: orNull(Summary),
	report: orNull(Summary),
	undo: orNull(
		Type.Object({
			undone: Type.Integer({ description: "Changes of products that were undone." }),
			kept_newer: Type.Integer({ description: "Changes that were kept because newer ones depend on them." }),
			kept_lost: Type.Integer({
				description: "Changes that were kept because the previous picture is no longer stored.",
			}),
			kept: Type.Array(Type.Object({ barcode: Type.String(), why: Type.Enum(["newer", "picture_lost"]) }), {
				description: "The first of those that were kept.",
			}),
		}),
	),
	failure: orNull(Type.String()),
	created_at: Time,
	started_at: orNull(Time),
	ended_at: orNull(Time),
	expires_at: orNull(Type.String({ format: "date-time", description: "When its file is deleted." })),
});
export type Import = Static<typeof Import>;

const Refusal = Type.Object({
	source: Type.String(),
	line: orNull(Type.Integer()),
	cause: Type.String(),
	reason: Type.String(),
});

/** Imports in the pages: uploads, dry runs, runs, and the history of all imports. */
export const importRoutes = tagged("Imports", EDITORS, {
	"GET /admin/imports": {
		summary: "All imports, newest first",
		query: Type.Object({
			batch: Type.Optional(Type.String({ maxLength: 200 })),
			ownership: Type.Optional(Type.String({ maxLength: 200 })),
			is_card: Type.Optional(
				Type.Enum(["true"], { description: "Only uploads of raw pictures that are there still." }),
			),
			after: Type.Optional(Type.String({ maxLength: 60, description: "`next` of the previous response." })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
		}),
		answer: Type.Object({
			data: Type.Array(Import),
			next: orNull(Type.String({ description: "Where to continue; null at the end." })),
		}),
	},
	"POST /admin/imports": {
		summary: "Begin an upload; its bytes follow",
		status: 201,
		body: NewUpload,
		answer: Import,
		errors: ["upload_limit_reached", "disk_full"],
	},
	"GET /admin/imports/{import_id}": {
		summary: "An import",
		path: ImportPath,
		answer: Import,
	},
	"DELETE /admin/imports/{import_id}": {
		summary: "Delete an upload from which nothing was imported",
		path: ImportPath,
		errors: ["import_not_ready"],
	},
	"HEAD /admin/imports/{import_id}/file": {
		protocol: tus,
		summary: "How much of an upload has arrived, according to the tus protocol",
		path: ImportPath,
		status: 200,
		answerHeaders: {
			"Upload-Offset": "Bytes that have arrived.",
			"Upload-Length": "Bytes of the whole file.",
			"Tus-Resumable": "1.0.0",
		},
		errors: ["upload_version", "upload_elsewhere"],
	},
	"PATCH /admin/imports/{import_id}/file": {
		protocol: tus,
		summary: "More bytes of an upload, starting at `Upload-Offset`, according to the tus protocol",
		path: ImportPath,
		bodyMedia: "application/offset+octet-stream",
		answerHeaders: { "Upload-Offset": "Bytes that have arrived.", "Tus-Resumable": "1.0.0" },
		errors: ["upload_offset", "upload_version", "upload_type", "upload_elsewhere", "disk_full"],
	},
	"POST /admin/imports/{import_id}/check": {
		summary: "Check again what an import would change",
		path: ImportPath,
		body: Type.Object({
			existing_only: Type.Optional(
				Type.Boolean({ description: "Refuse products that are not in the catalogue yet." }),
			),
			mode: Type.Optional(Mode),
			exact: Type.Optional(
				Type.Boolean({
					description: "Take barcodes literally, instead of finding products with other leading zeros.",
				}),
			),
			mapping: Type.Optional(ColumnMapping),
			encoding: Type.Optional(
				orNull(
					Type.String({
						maxLength: 40,
						description: "How its tables are encoded; null to guess. The columns are recognised again.",
						examples: ["cp862"],
					}),
				),
			),
		}),
		answer: Import,
		errors: ["import_not_ready"],
	},
	"POST /admin/imports/{import_id}/start": {
		summary: "Import what was checked, as soon as its turn comes",
		path: ImportPath,
		body: Type.Object({
			...Description.properties,
			fetch_pictures: Type.Optional(
				Type.Boolean({ description: "Fetch pictures that its tables give the address of." }),
			),
			keep_edited: Type.Optional(Type.Boolean({ description: "Keep the values that a person edited." })),
			card_revision: Type.Optional(
				Type.Integer({
					description: "Of the groups that were seen, for a card; 409 if they were corrected since.",
				}),
			),
			absent: Type.Optional(
				Type.Enum([...ABSENT_CHOICES], {
					description:
						"What becomes of products that are not delivered any more: nothing, a mark, or their removal, which can be undone.",
				}),
			),
		}),
		answer: Import,
		errors: ["import_not_ready"],
	},
	"POST /admin/imports/{import_id}/stop": {
		summary: "Stop the current task; what was imported is kept",
		path: ImportPath,
		answer: Import,
		errors: ["import_not_ready"],
	},
	"POST /admin/imports/{import_id}/undo": {
		summary: "Undo what an import changed, unless newer changes depend on it",
		path: ImportPath,
		answer: Import,
		errors: ["import_not_ready"],
	},
	"GET /admin/imports/{import_id}/refusals": {
		summary: "What the last dry run or import refused, in its order",
		path: ImportPath,
		query: Type.Object({
			cause: Type.Optional(Type.String({ maxLength: 300 })),
			after: Type.Optional(Type.Integer({ minimum: 0 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
		}),
		answer: Type.Object({ data: Type.Array(Refusal), next: orNull(Type.Integer()) }),
	},
	...importTableRoutes,
	...cardRoutes,
	"GET /admin/imports/{import_id}/refusals.csv": {
		summary: "The same as a CSV table for spreadsheets",
		path: ImportPath,
		media: ["text/csv"],
		answerText: "The table.",
	},
	"GET /admin/imports/{import_id}/refusals.ndjson": {
		summary: "The same as one JSON object per line",
		path: ImportPath,
		media: ["application/x-ndjson"],
		answerText: "The lines.",
	},
} as const satisfies FeatureRoutes);
