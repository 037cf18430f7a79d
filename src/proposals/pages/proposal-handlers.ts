import { gtinIn } from "@packshot/tables/gs1";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { type ResolvedBarcode, resolveBarcodes } from "../../catalogue/barcodes/resolve-barcodes.ts";
import { catalogueErrors } from "../../catalogue/errors.ts";
import { type Call, handlers, type Person } from "../../pages/call.ts";
import { requireDone, requireFound, requirePlain } from "../../pages/errors.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import { perMinute } from "../../pages/per-minute.ts";
import { pictureErrors } from "../../pictures/errors.ts";
import type { Database } from "../../platform/db/database.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { ulid } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { proposalErrors } from "../errors.ts";
import { proposableFields, requireProposed } from "../fields.ts";
import type { ProposalParts } from "../parts.ts";
import { openProposals, propose, withdrawProposal } from "../propose.ts";
import { proposalPage } from "../read.ts";
import { uploadedLately } from "../uploads.ts";
import { proposalAnswer } from "./answers.ts";
import { proposalRoutes } from "./contract.ts";

const BARCODES_A_MINUTE = 60;
const MEBIBYTE = 1024 * 1024;

export function proposalHandlers({ db, limits }: ProposalParts) {
	const admitBarcode = perMinute(BARCODES_A_MINUTE);
	const own = async ({ account }: Person, proposalId: string) => {
		const filter = { accountId: account.account_id, proposalId };
		const { rows } = await proposalPage(db, filter, { page: 1, perPage: 1 });
		return proposalAnswer(requireFound(rows[0]));
	};
	return handlers(proposalRoutes)({
		async "GET /proposals"({ person, query, nowMs }) {
			const paging = pagingOf(query);
			const accountId = person.account.account_id;
			const { rows, total } = await proposalPage(db, { accountId }, paging);
			const { bytes } = await uploadedLately(db.read, accountId, nowMs);
			return {
				data: rows.map(proposalAnswer),
				pagination: paginationOf(paging, total),
				limits: {
					open: await openProposals(db.read, accountId),
					most_open: limits.mostOpen,
					bytes_left: Math.max(0, limits.uploadMebibytes * MEBIBYTE - bytes),
				},
			};
		},
		async "GET /proposal-fields"() {
			return { data: proposableFields() };
		},
		async "GET /proposal-barcode"({ person, query, nowMs }) {
			requireProposer(person);
			admitBarcode(person.account.account_id, nowMs);
			const digits = requireDigits(query.barcode);
			const { barcode, check_digit_valid, suggestion } = await resolve(db, digits);
			return { barcode: barcode ?? digits, is_known: barcode !== null, check_digit_valid, suggestion };
		},
		async "POST /proposals"(call) {
			return own(call.person, await proposed({ db, limits }, call));
		},
		async "DELETE /proposals/{proposal_id}"({ person, path, actor }) {
			const { proposal_id: proposalId } = path;
			const outcome = await db.write(withdrawProposal, {
				proposalId,
				accountId: person.account.account_id,
				reason: null,
				pictureMs: limits.pictureDays * DAY_MS,
				actor,
			});
			requireDone(proposalErrors, outcome);
			return own(person, proposalId);
		},
	});
}

/** Records a proposal. @returns its id. */
async function proposed(
	{ db, limits }: Pick<ProposalParts, "db" | "limits">,
	{ request, person, body, actor, nowMs }: Call<(typeof proposalRoutes)["POST /proposals"]>,
): Promise<string> {
	requireProposer(person);
	const digits = requireDigits(body.barcode);
	const barcode = (await resolve(db, digits)).barcode ?? digits;
	const { pictures = [] } = body;
	const fields = requireProposed(barcode, body.fields);
	if (Object.keys(fields).length === 0 && pictures.length === 0) {
		throw badRequest("Nothing is suggested: give a picture or a field.");
	}
	const proposalId = `prop_${ulid(nowMs)}`;
	// A retry would propose it twice, or find its pictures used up.
	markIrrevocable(request.responseMeta);
	const outcome = await db.write(propose, {
		proposalId,
		accountId: person.account.account_id,
		barcode,
		fields,
		actor,
		pictureIds: [...new Set(pictures)],
		comment: requirePlain("comment", (body.comment ?? "").trim(), { multiline: true }) || null,
		mostOpen: limits.mostOpen,
	});
	if (outcome === "same_variant") throw badRequest("pictures: at most one of each kind.");
	if (outcome !== "proposed") throw { ...pictureErrors, ...proposalErrors }[outcome]();
	return proposalId;
}

function requireProposer({ account }: Person): void {
	if (account.proposes_as === null) throw proposalErrors.may_not_propose();
}

/** A barcode as typed or scanned, reduced to its digits. */
function requireDigits(text: string): string {
	const digits = gtinIn(text) ?? text.replace(/[\s\u2010-\u2015-]/g, "");
	if (!isBarcode(digits)) throw catalogueErrors.invalid_barcode();
	return digits;
}

async function resolve({ read }: Database, digits: string): Promise<ResolvedBarcode> {
	const resolved = await resolveBarcodes([digits], async (candidates) => {
		const rows = await read
			.selectFrom("product")
			.select("barcode")
			.where("barcode", "in", [...candidates])
			.execute();
		return new Set(rows.map(({ barcode }) => barcode));
	});
	const found = resolved.get(digits);
	if (!found) throw new Error("a barcode came to nothing");
	return found;
}
