import { encodingNamed } from "@packshot/tables/encoding";
import { handlers } from "../../pages/call.ts";
import { requirePlain } from "../../pages/errors.ts";
import type { Actor } from "../../pages/events.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { type AskedTask, askForTask, type ImportChoices, stopTask } from "../batches/changes.ts";
import { importErrors } from "../errors.ts";
import { mappingOfPairs } from "../formats/mapping/column-mapping.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import { DEFAULT_BATCH } from "../import.ts";
import { type Import, importRoutes } from "./contract.ts";
import { type Asking, answerOf, requireImport, type UploadParts } from "./found-imports.ts";

/** The person requesting a task. */
interface Ordering extends Asking {
	readonly actor: Actor;
}

/** Handlers for tasks of imports. The server performs them one after another (batches/runner.ts). */
export function taskHandlers(parts: UploadParts) {
	const { db } = parts;

	async function ask(
		{ actor, ...asking }: Ordering,
		importId: string,
		asked: Pick<AskedTask, "task" | "choices" | "cardRevision">,
	): Promise<Import> {
		const isAsked = await db.write(askForTask, { importId, actor, ...asked });
		if (!isAsked) throw importErrors.import_not_ready();
		return answerOf(parts, importId, asking);
	}

	return handlers(importRoutes)({
		async "POST /admin/imports/{import_id}/check"({ path, body, ...call }) {
			const before = await requireImport(parts, path.import_id);
			const choices = {
				sourceBatch: before.source_batch,
				ownership: before.ownership,
				uploadedBy: before.uploaded_by,
				existingOnly: body.existing_only ?? before.existing_only,
				mode: body.mode ?? before.mode,
				exact: body.exact ?? before.exact,
				...(body.encoding === undefined ? {} : { encoding: requireEncoding(body.encoding) }),
				...(body.mapping === undefined ? {} : { mapping: requireMapping(body.mapping) }),
			};
			return ask(call, path.import_id, { task: "check", choices });
		},
		async "POST /admin/imports/{import_id}/start"({ path, body, ...call }) {
			const { existing_only: existingOnly, mode, exact } = await requireImport(parts, path.import_id);
			const choices = {
				...choicesOf(body, call),
				existingOnly,
				mode,
				exact,
				fetchesPictures: body.fetch_pictures === true,
				keepsEdited: body.keep_edited === true,
				absent: body.absent ?? "leave",
			};
			const cardRevision = body.card_revision;
			return ask(call, path.import_id, { task: "import", choices, cardRevision });
		},
		async "POST /admin/imports/{import_id}/undo"({ path, ...call }) {
			await requireImport(parts, path.import_id);
			return ask(call, path.import_id, { task: "undo" });
		},
		async "POST /admin/imports/{import_id}/stop"({ path, actor, ...asking }) {
			const importId = path.import_id;
			await requireImport(parts, importId);
			if (!(await db.write(stopTask, { importId, actor }))) throw importErrors.import_not_ready();
			return answerOf(parts, importId, asking);
		},
	});
}

/** @throws HttpError 400 for an encoding that there is not */
function requireEncoding(given: string | null): string | null {
	try {
		return given === null ? null : encodingNamed(given).name;
	} catch {
		throw badRequest("encoding: there is no such encoding.");
	}
}

/** @throws HttpError 400 that says what is wrong with a mapping of columns */
export function requireMapping(given: ColumnMapping): ColumnMapping {
	const made = mappingOfPairs(Object.entries(given));
	if ("reason" in made) throw badRequest(`mapping: ${made.reason}.`);
	return given;
}

/** The attribution chosen in the form; pictures are attributed to the importing user, unless another name is given. */
export function choicesOf(
	given: { readonly batch?: string; readonly ownership?: string; readonly uploaded_by?: string },
	{ person }: Asking,
): Pick<ImportChoices, "sourceBatch" | "ownership" | "uploadedBy"> {
	const { batch, ownership, uploaded_by: uploadedBy } = given;
	return {
		sourceBatch: batch === undefined ? DEFAULT_BATCH : requirePlain("batch", batch),
		ownership: ownership === undefined ? null : requirePlain("ownership", ownership),
		uploadedBy: uploadedBy === undefined ? person.account.email : requirePlain("uploaded_by", uploadedBy),
	};
}
