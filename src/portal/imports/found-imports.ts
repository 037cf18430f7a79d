import { findImport, type ImportBatch } from "../../imports/batches/store.ts";
import type { UploadFolder } from "../../imports/uploads/folder.ts";
import type { Database } from "../../platform/db/database.ts";
import { portalError } from "../errors.ts";
import type { Import } from "./contract.ts";
import { importAnswer } from "./import-answer.ts";

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
	const self: FoundImports = {
		async found(importId) {
			const batch = await findImport(db.read, importId);
			if (!batch) throw portalError("not_found");
			return batch;
		},
		async answer(importId, asking) {
			const [one] = await self.answers([await self.found(importId)], asking);
			if (!one) throw portalError("not_found");
			return one;
		},
		async answers(batches, { person, nowMs }) {
			const emails = await emailsOf(db, batches);
			const view = { folder, emails, accountId: person.account.account_id, nowMs };
			return Promise.all(batches.map((batch) => importAnswer(batch, view)));
		},
	};
	return self;
}

async function emailsOf(db: Database, batches: readonly ImportBatch[]): Promise<ReadonlyMap<string, string>> {
	const ids = [...new Set(batches.flatMap(({ account_id }) => account_id ?? []))];
	if (ids.length === 0) return new Map();
	const accounts = db.read.selectFrom("account").select(["account_id", "email"]);
	const rows = await accounts.where("account_id", "in", ids).execute();
	return new Map(rows.map(({ account_id, email }) => [account_id, email]));
}
