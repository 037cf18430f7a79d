import { findImport, type ImportBatch } from "../../imports/batches/store.ts";
import type { UploadFolder } from "../../imports/uploads/folder.ts";
import { createThumbnailLookup } from "../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../platform/db/database.ts";
import { portalError } from "../errors.ts";
import type { Import } from "./contract.ts";
import { type ImportView, importAnswer } from "./import-answer.ts";

export interface UploadParts {
	readonly db: Database;
	readonly uploads: { readonly folder: UploadFolder; readonly days: number };
}

/** Who is asking, and when. */
export interface Asking {
	readonly person: { readonly account: { readonly account_id: string; readonly email: string } };
	readonly nowMs: number;
}

/** Finds imports, and describes them to the person asking. */
export interface FoundImports {
	/** @throws HttpError 404 */
	found(importId: string): Promise<ImportBatch>;
	/** @throws HttpError 404 */
	answer(importId: string, asking: Asking): Promise<Import>;
	answers(batches: readonly ImportBatch[], asking: Asking): Promise<Import[]>;
}

export function findsImports({ db, uploads: { folder } }: UploadParts): FoundImports {
	const findThumbnails = createThumbnailLookup(db);
	async function viewOf(batches: readonly ImportBatch[], { person, nowMs }: Asking) {
		const emails = await emailsOf(db, batches);
		return { folder, emails, accountId: person.account.account_id, nowMs };
	}
	const self: FoundImports = {
		async found(importId) {
			const batch = await findImport(db.read, importId);
			if (!batch) throw portalError("not_found");
			return batch;
		},
		async answer(importId, asking) {
			const batch = await self.found(importId);
			const thumbnails = await findThumbnails(shownBarcodes(batch));
			return importAnswer(batch, { ...(await viewOf([batch], asking)), thumbnails });
		},
		async answers(batches, asking) {
			const view = { ...(await viewOf(batches, asking)), thumbnails: NO_THUMBNAILS };
			return Promise.all(batches.map((batch) => importAnswer(batch, view)));
		},
	};
	return self;
}

const NO_THUMBNAILS: ImportView["thumbnails"] = new Map();

/** The products whose changed values are shown. */
function shownBarcodes({ check_report, report }: ImportBatch): string[] {
	const { valuesLost, valuesChanged } = report ?? check_report ?? {};
	const values = [...(valuesLost?.first ?? []), ...(valuesChanged?.first ?? [])];
	return [...new Set(values.map(({ barcode }) => barcode))];
}

async function emailsOf(db: Database, batches: readonly ImportBatch[]): Promise<ReadonlyMap<string, string>> {
	const ids = [...new Set(batches.flatMap(({ account_id }) => account_id ?? []))];
	if (ids.length === 0) return new Map();
	const accounts = db.read.selectFrom("account").select(["account_id", "email"]);
	const rows = await accounts.where("account_id", "in", ids).execute();
	return new Map(rows.map(({ account_id, email }) => [account_id, email]));
}
