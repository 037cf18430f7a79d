import { catalogueErrors } from "../../catalogue/errors.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { handlers, type Person } from "../../pages/call.ts";
import { requireDone, requireFound, requireReason } from "../../pages/errors.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import { deleteFiles, putAll, type StagedPicture } from "../../pictures/store/store-picture.ts";
import { tryAgainIfTooLong } from "../../platform/db/write-in-parts.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { approveProposal, SOURCE_BATCH } from "../approve.ts";
import { readToday } from "../compare.ts";
import { proposalErrors } from "../errors.ts";
import { requireProposed } from "../fields.ts";
import type { ProposalParts } from "../parts.ts";
import { rejectProposal } from "../propose.ts";
import { type DescribedProposal, proposalPage } from "../read.ts";
import { stageUpload } from "../stage-upload.ts";
import { reviewAnswer } from "./answers.ts";
import { proposalRoutes, type Review } from "./contract.ts";

export function reviewHandlers(parts: ProposalParts) {
	const { db, blobs, limits } = parts;
	const pictureMs = limits.pictureDays * DAY_MS;
	return handlers(proposalRoutes)({
		async "GET /admin/review"({ query, person }) {
			const paging = pagingOf(query);
			const { rows, total } = await proposalPage(db, { state: query.state }, paging);
			return { data: await answers(parts, rows, person), pagination: paginationOf(paging, total) };
		},
		async "POST /admin/review/{proposal_id}/approve"({ path, body, actor, person, request }) {
			const proposal = await find(parts, path.proposal_id);
			if (proposal.state !== "waiting") throw proposalErrors.proposal_decided();
			const fields = body.fields && requireProposed(proposal.barcode, body.fields);
			// A large picture takes longer than the request deadline, and its reviewer waits for it.
			markIrrevocable(request.responseMeta);
			const staged = await stageAll(parts, proposal);
			await putEach(parts, staged);
			const input = {
				proposalId: proposal.proposal_id,
				comparedWith: body.compared_with,
				fields,
				images: staged.map(({ image }) => image),
				reason: null,
				pictureMs,
				actor,
			};
			const outcome = await tryAgainIfTooLong(() => db.write(approveProposal, input));
			if (outcome !== "done") await Promise.all(staged.map(({ files }) => deleteFiles(blobs, files)));
			requireDone({ ...catalogueErrors, ...proposalErrors }, outcome);
			return described(parts, proposal.proposal_id, person);
		},
		async "POST /admin/review/{proposal_id}/reject"({ path, body, actor, person }) {
			const reason = requireReason("reason", body.reason);
			const proposalId = path.proposal_id;
			requireDone(proposalErrors, await db.write(rejectProposal, { proposalId, reason, pictureMs, actor }));
			return described(parts, proposalId, person);
		},
	});
}

async function find({ db }: ProposalParts, proposalId: string): Promise<DescribedProposal> {
	const { rows } = await proposalPage(db, { proposalId }, { page: 1, perPage: 1 });
	return requireFound(rows[0]);
}

async function described(parts: ProposalParts, proposalId: string, person: Person): Promise<Review> {
	return requireFound((await answers(parts, [await find(parts, proposalId)], person))[0]);
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
	const given = {
		barcode: proposal.barcode,
		ownership: proposal.ownership,
		sourceBatch: SOURCE_BATCH,
		existingOnly: false,
	};
	for (const { variant, original_blob: blob, file_date: fileDateMs } of proposal.pictures) {
		if (blob === null) throw proposalErrors.proposal_decided();
		staged.push(await stageUpload(parts, { variant: variant as Variant, blob, fileDateMs }, given));
	}
	return staged;
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
