import { type Call, handlers } from "../../pages/call.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, commonErrors, type HttpError } from "../../platform/http/http-error.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { endUpload } from "../batches/changes.ts";
import { findImport, type ImportBatch } from "../batches/store.ts";
import { dropIdleUploads } from "../batches/upload-work.ts";
import { importErrors } from "../errors.ts";
import type { Appended } from "../uploads/append.ts";
import type { UploadedFile } from "../uploads/folder.ts";
import { createUploadReceiver } from "../uploads/receiver.ts";
import { importRoutes } from "./contract.ts";
import type { UploadParts } from "./found-imports.ts";

/** Freeing disk space takes a person. */
const NO_ROOM_RETRY_SECONDS = 300;
const ELSEWHERE_RETRY_SECONDS = 2;

/** The person whose request completes an upload, and when. */
type Completer = Pick<
	Call<(typeof importRoutes)["PATCH /admin/imports/{import_id}/file"]>,
	"actor" | "nowMs"
>;

/** The bytes of uploads: the core of the tus protocol, in which the client asks for the current offset and continues from there (ADR-0030). */
export function uploadHandlers({ db, uploads }: UploadParts) {
	const { folder, days } = uploads;
	const receiver = createUploadReceiver(folder);

	/** @throws HttpError 404 for anything but an unfinished upload; 503 if another server has the file. */
	async function uploading(batch: ImportBatch | undefined) {
		if (batch?.state !== "uploading" || batch.size_bytes === null) throw commonErrors.not_found();
		if (batch.folder_id !== (await folder.id())) throw elsewhere();
		return { ...fileOf(batch), sizeBytes: batch.size_bytes };
	}

	/** How much has arrived. A client that sent the last bytes but got no response asks this too, whatever became of the upload since. */
	async function arrived(batch: ImportBatch | undefined, call: Completer) {
		if (batch && batch.state !== "uploading" && batch.size_bytes !== null)
			return { sizeBytes: batch.size_bytes, offset: batch.size_bytes };
		const { sizeBytes, ...file } = await uploading(batch);
		const offset = await receiver.offset(file);
		if (offset === undefined) throw commonErrors.not_found();
		// Its completion could not be recorded when the last bytes arrived.
		if (offset === sizeBytes) await complete(file, call);
		return { sizeBytes, offset };
	}

	async function complete(file: UploadedFile, { actor, nowMs }: Completer) {
		await db.write(endUpload, { ...file, expiresAtMs: nowMs + days * DAY_MS, actor });
	}

	return handlers(importRoutes)({
		async "HEAD /admin/imports/{import_id}/file"({ path, reply, ...call }) {
			const { sizeBytes, offset } = await arrived(await findImport(db.read, path.import_id), call);
			reply.header("upload-length", sizeBytes).header("cache-control", "no-store");
			reply.header("upload-offset", offset).code(200).send();
		},
		async "PATCH /admin/imports/{import_id}/file"({ path, request, reply, ...call }) {
			const { sizeBytes, ...file } = await uploading(await findImport(db.read, path.import_id));
			const at = offsetIn(request.headers["upload-offset"]);
			if (!(await folder.hasRoom())) await dropIdleUploads(db, folder, file.importId);
			// However long the bytes take: what has arrived is kept.
			markIrrevocable(request.responseMeta);
			const received = await receiver.receive(file, request.raw, at, sizeBytes);
			refuseUnlessWhole(received);
			if (received.sizeBytes === sizeBytes) await complete(file, call);
			reply.header("upload-offset", received.sizeBytes);
		},
	});
}

/** The file of an import uploaded in the pages. */
function fileOf({ import_id: importId, files }: Pick<ImportBatch, "import_id" | "files">): UploadedFile {
	return { importId, name: files[0]?.name ?? "" };
}

/** A 507 that says what a person can do. */
export function noRoom(): HttpError {
	return importErrors.disk_full({
		message:
			"The server's disk is full. What was uploaded is kept, and the upload can continue once there is room.",
		retryAfterSeconds: NO_ROOM_RETRY_SECONDS,
	});
}

/** A 503: the file is in the folder of another server. */
export function elsewhere(): HttpError {
	return importErrors.upload_elsewhere({ retryAfterSeconds: ELSEWHERE_RETRY_SECONDS });
}

/** @throws HttpError that says how to send the rest. */
export function refuseUnlessWhole({
	outcome,
	sizeBytes,
}: {
	outcome: Appended["outcome"] | "elsewhere" | "missing";
	sizeBytes: number;
}) {
	if (outcome === "missing") throw commonErrors.not_found();
	if (outcome === "elsewhere") {
		throw importErrors.upload_offset({ message: `The upload goes on from byte ${sizeBytes}.` });
	}
	if (outcome === "too_long") throw badRequest("The body is longer than the rest of the file.");
	if (outcome === "no_room") throw noRoom();
	if (outcome === "cut_off") throw badRequest("The body ended early.");
}

export function offsetIn(header: string | string[] | undefined): number {
	if (typeof header !== "string" || !/^\d{1,15}$/.test(header)) {
		throw badRequest("Upload-Offset: a number of bytes.");
	}
	return Number(header);
}
