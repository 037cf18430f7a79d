import type { PortalRoute } from "./portal-route.ts";
import * as proposals from "./proposals.ts";

const reviewers = ["administrator", "catalogue_editor"] as const;
const pictureMedia = ["image/webp"] as const;

/** Proposals for the catalogue by accounts that may make them, and their review. */
export const proposalRoutes = {
	"GET /proposals": {
		tag: "Proposals",
		summary: "Proposals of the account",
		access: "account",
		query: proposals.ProposalQuery,
		answer: proposals.ProposalList,
		errors: [],
	},
	"GET /proposal-fields": {
		tag: "Proposals",
		summary: "The fields that can be proposed",
		access: "account",
		answer: proposals.ProposableFields,
		errors: [],
	},
	"GET /proposal-barcode": {
		tag: "Proposals",
		summary: "The product meant by a barcode that was typed or scanned in any form",
		description: "60 per minute, for accounts that may propose.",
		access: "account",
		query: proposals.BarcodeQuery,
		answer: proposals.ReadBarcode,
		errors: ["invalid_barcode", "may_not_propose"],
	},
	"POST /proposals": {
		tag: "Proposals",
		summary: "Propose pictures and metadata of a product; nothing changes until it is approved",
		access: "account",
		status: 201,
		body: proposals.NewProposal,
		answer: proposals.Proposal,
		errors: ["may_not_propose", "invalid_barcode", "proposal_limit_reached", "picture_gone"],
	},
	"DELETE /proposals/{proposal_id}": {
		tag: "Proposals",
		summary: "Withdraw a waiting proposal",
		access: "account",
		path: proposals.ProposalPath,
		answer: proposals.Proposal,
		errors: ["not_found", "proposal_decided"],
	},
	"POST /proposal-pieces": {
		tag: "Proposals",
		summary: "Upload a piece of a picture: at most 1 MiB, as application/octet-stream",
		description:
			"Pieces are deleted after a day. Every upload counts towards the daily limit, whatever becomes of it.",
		access: "account",
		status: 201,
		bodyMedia: "application/octet-stream",
		bodyLimitBytes: proposals.MOST_PIECE_BYTES,
		answer: proposals.Piece,
		errors: ["may_not_propose", "picture_limit_reached", "disk_full"],
	},
	"POST /proposal-pictures": {
		tag: "Proposals",
		summary: "Assemble a picture from uploaded pieces: JPEG or PNG, checked as in an import",
		description: "A picture that is not proposed within a day is deleted.",
		access: "account",
		status: 201,
		body: proposals.NewPicture,
		answer: proposals.ProposedPicture,
		errors: ["may_not_propose", "picture_refused", "picture_gone", "upstream_error", "disk_full"],
	},
	"GET /proposal-pictures/{picture_id}/{size}": {
		tag: "Proposals",
		summary: "A picture that the account uploaded: `preview` or `thumbnail`",
		access: "account",
		path: proposals.PicturePath,
		media: pictureMedia,
		errors: ["not_found", "upstream_error"],
	},
	"GET /admin/review": {
		tag: "Administration",
		summary: "Proposals of all accounts, compared with what the catalogue has today",
		access: reviewers,
		query: proposals.ReviewQuery,
		answer: proposals.ReviewList,
		errors: [],
	},
	"POST /admin/review/{proposal_id}/approve": {
		tag: "Administration",
		summary: "Approve a proposal: add it to the catalogue as an import would",
		description: "If several people decide at the same time, one decision takes effect.",
		access: reviewers,
		path: proposals.ProposalPath,
		body: proposals.Approval,
		answer: proposals.Review,
		errors: [
			"not_found",
			"proposal_decided",
			"own_proposal",
			"product_changed",
			"picture_refused",
			"upstream_error",
		],
	},
	"POST /admin/review/{proposal_id}/reject": {
		tag: "Administration",
		summary: "Reject a proposal, with a reason that the account sees",
		access: reviewers,
		path: proposals.ProposalPath,
		body: proposals.Rejection,
		answer: proposals.Review,
		errors: ["not_found", "proposal_decided"],
	},
	"GET /admin/review-pictures/{picture_id}/{size}": {
		tag: "Administration",
		summary: "A proposed picture: `preview` or `thumbnail`",
		description:
			"Until it is approved: from then on it is a picture of the catalogue, which leaves as a delivery.",
		access: reviewers,
		path: proposals.PicturePath,
		media: pictureMedia,
		errors: ["not_found", "upstream_error"],
	},
} as const satisfies Record<string, PortalRoute>;
