import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call, upload } from "./call.ts";
import { portalUrl } from "./request-line.ts";

export type Proposal = RouteAnswer<"GET /proposals">["data"][number];
export type ProposedPicture = Proposal["pictures"][number];
export type ProposableField = RouteAnswer<"GET /proposal-fields">["data"][number];
export type Review = RouteAnswer<"GET /admin/review">["data"][number];
export type ReviewState = NonNullable<RouteQuery<"GET /admin/review">["state"]>;

const PROPOSALS = ["proposals"];
/** Under the cache key that every administrative change refetches. */
const REVIEWS = ["admin", "review"];
const QUEUE_MS = 30_000;
const PIECE_BYTES = 512 * 1024;

export function useProposals(page: number) {
	return useQuery({
		queryKey: [...PROPOSALS, "own", page],
		queryFn: ({ signal }) => call("GET /proposals", { query: { page, per_page: 10 } }, signal),
		placeholderData: keepPreviousData,
		refetchInterval: QUEUE_MS,
	});
}

/** The proposable fields never change while a page is open. */
export function useProposableFields() {
	return useQuery({
		queryKey: [...PROPOSALS, "fields"],
		queryFn: ({ signal }) => call("GET /proposal-fields", {}, signal),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** The product that a barcode refers to; fetched once the text can be a barcode. */
export function useReadBarcode(barcode: string) {
	return useQuery({
		queryKey: [...PROPOSALS, "barcode", barcode],
		queryFn: ({ signal }) => call("GET /proposal-barcode", { query: { barcode } }, signal),
		enabled: /^\d{4,14}$/.test(barcode),
		retry: false,
	});
}

/** Uploads a picture in pieces, retrying each when the connection breaks. @param progress from 0 to 1. */
export async function uploadPicture(
	file: File,
	variant: RouteBody<"POST /proposal-pictures">["variant"],
	progress: (share: number) => void,
	signal: AbortSignal,
): Promise<ProposedPicture> {
	const pieces: string[] = [];
	for (let at = 0; at < file.size; at += PIECE_BYTES) {
		const piece = await sendPiece(file.slice(at, at + PIECE_BYTES), signal);
		pieces.push(piece.piece_id);
		progress(Math.min(1, (at + PIECE_BYTES) / file.size));
	}
	const modified_at = new Date(file.lastModified).toISOString();
	return call("POST /proposal-pictures", { body: { variant, pieces, modified_at } }, signal);
}

const ATTEMPTS = 4;
const RETRY_MS = 1500;

async function sendPiece(bytes: Blob, signal: AbortSignal) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await upload("POST /proposal-pieces", { file: bytes }, signal);
		} catch (error) {
			const isLine = error instanceof Error && "code" in error && error.code === "unreachable";
			if (!isLine || attempt === ATTEMPTS || signal.aborted) throw error;
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
		}
	}
}

export function usePropose() {
	return useProposalMutation((body: RouteBody<"POST /proposals">) => call("POST /proposals", { body }));
}

export function useWithdrawProposal() {
	return useProposalMutation((proposalId: string) =>
		call("DELETE /proposals/{proposal_id}", { path: { proposal_id: proposalId } }),
	);
}

function useProposalMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: PROPOSALS }) });
}

export function useReviews(query: RouteQuery<"GET /admin/review">) {
	return useQuery({
		queryKey: [...REVIEWS, query],
		queryFn: ({ signal }) => call("GET /admin/review", { query }, signal),
		placeholderData: keepPreviousData,
		refetchInterval: QUEUE_MS,
	});
}

/** A decision about a proposal in the state in which it was shown. */
export interface ReviewDecision {
	readonly review: Pick<Review, "proposal_id" | "compared_with">;
	/** Present for a rejection. */
	readonly reason?: string;
}

export function decideReview({ review: { proposal_id, compared_with }, reason }: ReviewDecision) {
	const path = { proposal_id };
	return reason === undefined
		? call("POST /admin/review/{proposal_id}/approve", { path, body: { compared_with } })
		: call("POST /admin/review/{proposal_id}/reject", { path, body: { reason } });
}

/** Refetches the queue after an attempted decision. */
export function useRefetchReviews() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: ["admin"] });
}

type Size = "preview" | "thumbnail";

export function proposedPictureUrl(pictureId: string, size: Size, asReviewer: boolean): string {
	const template = asReviewer
		? "/admin/review-pictures/{picture_id}/{size}"
		: "/proposal-pictures/{picture_id}/{size}";
	return portalUrl(template, { picture_id: pictureId, size });
}
