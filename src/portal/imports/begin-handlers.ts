import { MOST_UPLOADS } from "../../imports/batches/changes.ts";
import { dropIdleUploads } from "../../imports/batches/upload-work.ts";
import { isUploadable } from "../../imports/uploads/folder.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { parseTime } from "../../platform/http/query.ts";
import { ulid } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { portalError, requirePlain } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { beginUpload, deleteUpload } from "./changes.ts";
import { findsImports, type UploadParts } from "./found-imports.ts";
import { choicesOf } from "./task-handlers.ts";
import { fileOf, noRoom } from "./upload-handlers.ts";

/** Handlers for starting and discarding uploads. */
export function beginHandlers(
	parts: UploadParts,
): Handlers<"POST /admin/imports" | "DELETE /admin/imports/{import_id}"> {
	const { db, uploads } = parts;
	const { folder, days } = uploads;
	const { found, answer } = findsImports(parts);
	return {
		async "POST /admin/imports"({ body, ...call }) {
			const { nowMs, person, actor } = call;
			const file = { importId: ulid(nowMs).toLowerCase(), name: requirePlain("name", body.name) };
			if (!isUploadable(file.name))
				throw badRequest("name: a .zip, .ndjson, .jsonl, .csv, .tsv, .txt or .xlsx file.");
			const folderId = await folder.id();
			const upload: Parameters<typeof beginUpload.run>[1][number] = {
				...file,
				...choicesOf({}, call),
				...{ existingOnly: false, mode: null, exact: false },
				accountId: person.account.account_id,
				sizeBytes: body.size_bytes,
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
				throw portalError("upload_limit_reached", { message });
			}
			await folder.create(file);
			return answer(file.importId, call);
		},
		async "DELETE /admin/imports/{import_id}"({ path, actor }) {
			await found(path.import_id);
			const deleted = await db.write(deleteUpload, { importId: path.import_id, actor });
			if (!deleted) throw portalError("import_not_ready");
			await folder.remove(fileOf(deleted));
		},
	};
}
