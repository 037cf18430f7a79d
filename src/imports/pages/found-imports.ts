import type { Call } from "../../pages/call.ts";
import { requireFound } from "../../pages/errors.ts";
import { emailsOf } from "../../people/accounts/accounts.ts";
import type { FindThumbnailVersions } from "../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../platform/db/database.ts";
import { findImport, type ImportBatch, type ImportSummary } from "../batches/store.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import type { Import, importRoutes } from "./contract.ts";
import { type ImportView, importAnswer } from "./import-answer.ts";

export interface UploadParts {
	readonly db: Database;
	readonly uploads: { readonly folder: UploadFolder; readonly days: number };
	readonly findThumbnails: FindThumbnailVersions;
}

/** Who is asking, and when. */
export type Asking = Pick<Call<(typeof importRoutes)["GET /admin/imports"]>, "person" | "nowMs">;

/** @throws HttpError 404 */
export async function requireImport({ db }: UploadParts, importId: string): Promise<ImportBatch> {
	return requireFound(await findImport(db.read, importId));
}

/** An import as described to the person asking. @throws HttpError 404 */
export async function answerOf(parts: UploadParts, importId: string, asking: Asking): Promise<Import> {
	const batch = await requireImport(parts, importId);
	const thumbnails = await parts.findThumbnails(shownBarcodes(batch));
	return importAnswer(batch, { ...(await viewOf(parts, [batch], asking)), thumbnails });
}

/** Imports of a list, which shows no thumbnails. */
export async function answersOf(
	parts: UploadParts,
	batches: readonly ImportBatch[],
	asking: Asking,
): Promise<Import[]> {
	const view = { ...(await viewOf(parts, batches, asking)), thumbnails: NO_THUMBNAILS };
	return Promise.all(batches.map((batch) => importAnswer(batch, view)));
}

async function viewOf(
	{ db, uploads }: UploadParts,
	batches: readonly ImportBatch[],
	{ person, nowMs }: Asking,
) {
	const emails = await emailsOf(
		db.read,
		batches.flatMap(({ account_id, check_report, report }) => [
			account_id,
			...[check_report, report].flatMap((summary) => editorsIn(summary)),
		]),
	);
	return { folder: uploads.folder, emails, accountId: person.account.account_id, nowMs };
}

function editorsIn(summary: ImportSummary | null): (string | null)[] {
	return summary?.valuesEdited?.first.map(({ edit }) => edit.accountId) ?? [];
}

const NO_THUMBNAILS: ImportView["thumbnails"] = new Map();

/** The products whose changed values are shown. */
function shownBarcodes({ check_report, report }: ImportBatch): string[] {
	const { valuesLost, valuesChanged } = report ?? check_report ?? {};
	const values = [...(valuesLost?.first ?? []), ...(valuesChanged?.first ?? [])];
	return [...new Set(values.map(({ barcode }) => barcode))];
}
