import type { Variant } from "../../catalogue/fields/scopes.ts";
import { watermarkVersion } from "../../pictures/preparation/watermark-settings.ts";
import { deleteFiles, putAll, type StagedPicture, stagePicture } from "../../pictures/store/store-picture.ts";
import { tryAgainIfTooLong } from "../../platform/db/write-in-parts.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { portalError, requirePlain } from "../errors.ts";
import { handlers, type Person } from "../http/call.ts";
import { paginationOf } from "../pagination.ts";
import { reviewAnswer } from "./answers.ts";
import { type ApprovalOutcome, approveProposal, SOURCE_BATCH } from "./approve.ts";
import { readToday } from "./compare.ts";
import type { Review } from "./contract.ts";
import type { ProposalParts } from "./parts.ts";
import { rejectProposal } from "./propose.ts";
import { type DescribedProposal, proposalPage } from "./read.ts";
import type { ProposalPictureTable } from "./tables.ts";

export function reviewHandlers(parts: ProposalParts) {
	const { db, blobs, clock, limits } = parts;
	const pictureMs = limits.pictureDays * DAY_MS;
	return handlers({
		async "GET /admin/review"({ query, person }) {
			const { state, page = 1, per_page = 25 } = query;
			const { rows, total } = await proposalPage(db, { state }, { page, perPage: per_page });
			return { data: await answers(parts, rows, person), pagination: paginationOf(page, per_page, total) };
		},
		async "POST /admin/review/{proposal_id}/approve"({ path, body, actor, person, request }) {
			const proposal = await find(parts, path.proposal_id);
			if (proposal.state !== "waiting") throw portalError("proposal_decided");
			// A large picture takes longer than the request deadline, and its reviewer waits for it.
			markIrrevocable(request.responseMeta);
			const staged = await stageAll(parts, proposal);
			await putEach(parts, staged);
			const input = {
				proposalId: proposal.proposal_id,
				comparedWith: body.compared_with,
				images: staged.map(({ image }) => image),
				reason: null,
				manualMs: manualTimeMs(clock),
				...{ pictureMs, actor },
			};
			const outcome = await tryAgainIfTooLong(() => db.write(approveProposal, input));
			if (outcome !== "done") await Promise.all(staged.map(({ files }) => deleteFiles(blobs, files)));
			requireDone(outcome);
			return described(parts, proposal.proposal_id, person);
		},
		async "POST /admin/review/{proposal_id}/reject"({ path, body, actor, person }) {
			const reason = requirePlain("reason", body.reason.trim(), { multiline: true });
			if (reason === "") throw badRequest("reason: a reason is needed.");
			const proposalId = path.proposal_id;
			requireDone(await db.write(rejectProposal, { proposalId, reason, pictureMs, actor }));
			return described(parts, proposalId, person);
		},
	});
}

async function find({ db }: ProposalParts, proposalId: string): Promise<DescribedProposal> {
	const { rows } = await proposalPage(db, { proposalId }, { page: 1, perPage: 1 });
	if (!rows[0]) throw portalError("not_found");
	return rows[0];
}

async function described(parts: ProposalParts, proposalId: string, person: Person): Promise<Review> {
	const [answer] = await answers(parts, [await find(parts, proposalId)], person);
	if (!answer) throw portalError("not_found");
	return answer;
}

async function answers(
	{ db }: ProposalParts,
	rows: readonly DescribedProposal[],
	person: Person,
): Promise<Review[]> {
	const todayOf = await readToday(
		db.scan,
		rows.map(({ barcode }) => barcode),
	);
	return rows.map((row) => reviewAnswer(row, todayOf(row.barcode), person));
}

/** Prepares the pictures of a proposal as an import does. @throws HttpError 422 for a refused one. */
async function stageAll(parts: ProposalParts, proposal: DescribedProposal): Promise<StagedPicture[]> {
	const staged: StagedPicture[] = [];
	for (const picture of proposal.pictures) staged.push(await stage(parts, proposal, picture));
	return staged;
}

async function stage(
	{ blobs, clock, pool, preparation }: ProposalParts,
	{ barcode, ownership }: DescribedProposal,
	{ variant, original_blob, file_date }: ProposalPictureTable,
): Promise<StagedPicture> {
	if (original_blob === null) throw portalError("proposal_decided");
	const original = await blobs.get(original_blob);
	const { watermark, sizesPx, uploadOffsetMinutes } = await preparation();
	const prepared = await (await pool()).prepare(original, {
		variant: variant as Variant,
		nowMs: clock.now(),
		...{ watermark, sizesPx },
		...(file_date === null ? {} : { fileDateMs: file_date }),
	});
	if ("refused" in prepared) {
		throw portalError("picture_refused", { message: `${variant}: ${prepared.refused}.` });
	}
	return stagePicture({
		...{ barcode, original, prepared, ownership, uploadOffsetMinutes, clock },
		variant: variant as Variant,
		watermarkVersion: watermarkVersion(watermark),
		// Clients can read it, and a reviewer's address is none of their business.
		uploadedBy: null,
		sourceBatch: SOURCE_BATCH,
		existingOnly: false,
	});
}

async function putEach({ blobs }: ProposalParts, staged: readonly StagedPicture[]): Promise<void> {
	const stored: StagedPicture[] = [];
	try {
		for (const picture of staged) {
			await putAll(blobs, picture.files);
			stored.push(picture);
		}
	} catch (fault) {
		await Promise.allSettled(stored.map(({ files }) => deleteFiles(blobs, files)));
		throw fault;
	}
}

const REFUSALS = {
	not_found: "not_found",
	decided: "proposal_decided",
	own: "own_proposal",
	changed: "product_changed",
} as const satisfies Record<Exclude<ApprovalOutcome, "done">, string>;

function requireDone(outcome: ApprovalOutcome): void {
	if (outcome !== "done") throw portalError(REFUSALS[outcome]);
}
