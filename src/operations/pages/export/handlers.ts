import { countWithheld } from "../../../catalogue/withholding/count-withheld.ts";
import { loadZipOf } from "../../../orders/archive/zip-stream.ts";
import { handlers } from "../../../pages/call.ts";
import { requireFound } from "../../../pages/errors.ts";
import { requireAgain } from "../../../people/accounts/confirm-password.ts";
import type { SignInParts } from "../../../people/accounts/sign-in.ts";
import { peopleErrors } from "../../../people/errors.ts";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { seal, unseal } from "../../../platform/sealed.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { partEntries } from "../../export/export-part.ts";
import { EXPORTED, type Position, partEnds } from "../../export/exported-tables.ts";
import { recordExport } from "./changes.ts";
import { exportRoutes } from "./contract.ts";

/** Days may go by until all is fetched over a slow line; what is not needed any more is worth nothing without a session. */
const PERMITTED_MS = 3 * DAY_MS;
const CONTEXT = "export of everything";

export interface ExportPageParts extends SignInParts {
	readonly blobs: BlobStore;
}

/** Handlers for taking everything along. */
export function exportHandlers(parts: ExportPageParts) {
	const { db, secrets } = parts;
	return handlers(exportRoutes)({
		async "POST /admin/export"({ request, person, body, actor, nowMs }) {
			await requireAgain(parts, request, person, body.password);
			await db.write(recordExport, { actor });
			const expiresAtMs = nowMs + PERMITTED_MS;
			const permission: Permission = { accountId: person.account.account_id, expiresAtMs };
			const listed = [];
			for (const [kind, exported] of EXPORTED) {
				const ends = await partEnds(db, exported);
				for (const [at, end] of ends.entries())
					listed.push({ kind, number: at + 1, after: written(ends[at - 1]), up_to: written(end) });
			}
			return {
				permission: seal(JSON.stringify(permission), CONTEXT, secrets.sealKeys),
				expires_at: isoTime(expiresAtMs),
				withheld_products: await countWithheld(db),
				parts: listed,
			};
		},
		async "GET /admin/export/{kind}"({ path: { kind }, query, person, reply, nowMs }) {
			const { key } = requireFound(EXPORTED.get(kind));
			requirePermitted(query.permission, person.account.account_id, secrets.sealKeys, nowMs);
			const span = { after: read(query.after, key.length), upTo: read(query.up_to, key.length) };
			const zipOf = await loadZipOf();
			const name = `packshot-${kind}-${String(query.number).padStart(4, "0")}.zip`;
			reply.headers({
				"content-disposition": `attachment; filename="${name}"`,
				"cache-control": "private, no-store",
			});
			const entries = partEntries(parts, { kind, number: query.number, ...span });
			reply.type("application/zip").send(zipOf(entries, new Date(nowMs)));
		},
	});
}

interface Permission {
	readonly accountId: string;
	readonly expiresAtMs: number;
}

/** @throws HttpError unless whoever fetches has given their password for this lately */
function requirePermitted(sealed: string, accountId: string, sealKeys: KeyPair, nowMs: number): void {
	let permission: Permission | undefined;
	try {
		permission = JSON.parse(unseal(sealed, CONTEXT, sealKeys));
	} catch {
		// Made up, or of another installation.
	}
	if (permission?.accountId !== accountId || nowMs >= permission.expiresAtMs)
		throw peopleErrors.sign_in_again();
}

function written(position: Position | null | undefined): string {
	return position ? JSON.stringify(position) : "";
}

function read(text: string | undefined, length: number): Position | null {
	if (!text) return null;
	try {
		const position: Position = JSON.parse(text);
		const isKey = Array.isArray(position) && position.length === length;
		if (isKey && position.every((value) => ["string", "number"].includes(typeof value))) return position;
	} catch {
		// Not as it was listed.
	}
	throw badRequest("after, up_to: a position as it is listed.");
}
