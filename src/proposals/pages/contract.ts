import Type, { type Static } from "typebox";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import {
	EDITORS,
	Email,
	type FeatureRoutes,
	orNull,
	Page,
	Pagination,
	PerPage,
	Time,
	tagged,
} from "../../pages/contract.ts";

export const PROPOSAL_STATES = ["waiting", "approved", "rejected", "withdrawn"] as const;
/** Size of an uploaded part of a picture in bytes: small enough for a slow connection. */
export const MOST_PIECE_BYTES = 1024 * 1024;

const FieldValue = Type.Unknown({
	description: "As an import would give it, completed; null if there is none.",
});

export const ProposableField = Type.Object({
	scope: Type.String(),
	field: Type.String(),
	kind: Type.String({
		description: "`text`, `symbol` (a text that has to be there), `choice`, `flag`, `nutrient` or `texts`.",
	}),
	choices: Type.Array(Type.String()),
	description: Type.String(),
	example: Type.String(),
});

export const NewPicture = Type.Object({
	variant: Type.Enum([...VARIANTS]),
	pieces: Type.Array(Type.String({ maxLength: 40 }), {
		minItems: 1,
		maxItems: 1000,
		description: "Ids of pieces, in the order of the file.",
	}),
	modified_at: Type.Optional(
		Type.String({
			format: "date-time",
			description: "The file's own date, used as the photo date if the picture has none.",
		}),
	),
});

export const PicturePath = Type.Object({ picture_id: Type.String(), size: Type.String() });

export const ProposedPicture = Type.Object({
	picture_id: Type.String(),
	variant: Type.Enum([...VARIANTS]),
	width: Type.Integer(),
	height: Type.Integer(),
	size_bytes: Type.Integer(),
	notes: Type.Array(Type.String(), { description: "Notes on its quality, in words." }),
	is_stored: Type.Boolean({
		description:
			"False once the pictures of a decided proposal have been deleted; for reviewers, once they are approved.",
	}),
});
export type ProposedPicture = Static<typeof ProposedPicture>;

export const NewProposal = Type.Object({
	barcode: Type.String({ maxLength: 40, description: "In any form; spaces and hyphens do not matter." }),
	fields: Type.Optional(
		Type.Object(
			{},
			{
				additionalProperties: true,
				description: "Fields by scope, like a line of an import. Empty fields are not proposed.",
			},
		),
	),
	pictures: Type.Optional(
		Type.Array(Type.String({ maxLength: 40 }), {
			maxItems: VARIANTS.length,
			description: "Ids of pictures.",
		}),
	),
	comment: Type.Optional(Type.String({ maxLength: 500 })),
});

export const ProposalPath = Type.Object({ proposal_id: Type.String() });

const proposal = {
	proposal_id: Type.String(),
	barcode: Type.String(),
	state: Type.Enum([...PROPOSAL_STATES]),
	comment: orNull(Type.String()),
	proposed_at: Time,
	decided_at: orNull(Time),
	reason: orNull(Type.String()),
};

export const Proposal = Type.Object({
	...proposal,
	fields: Type.Array(Type.Object({ key: Type.String(), value: FieldValue })),
	pictures: Type.Array(ProposedPicture),
});
export type Proposal = Static<typeof Proposal>;

export const Review = Type.Object({
	...proposal,
	account_email: Email,
	ownership: Type.String(),
	decided_by: orNull(Email),
	is_own: Type.Boolean({ description: "Whether the caller proposed it." }),
	may_approve: Type.Boolean({
		description: "False for the caller's own proposals, unless the caller is an administrator.",
	}),
	is_known: Type.Boolean({ description: "Whether the product is in the catalogue." }),
	check_digit_valid: orNull(Type.Boolean()),
	name: orNull(Type.String({ description: "The product's name today." })),
	brand: orNull(Type.String()),
	thumbnail: orNull(Type.String(), "The product's first picture today, for `GET /thumbnails/{thumbnail}`."),
	is_stale: Type.Boolean({ description: "Whether what it would change has changed since it was proposed." }),
	changes: Type.Array(
		Type.Object({
			key: Type.String({ examples: ["info.brand"] }),
			seen: FieldValue,
			today: FieldValue,
			proposed: FieldValue,
			is_stale: Type.Boolean(),
		}),
	),
	pictures: Type.Array(
		Type.Object({
			...ProposedPicture.properties,
			is_stale: Type.Boolean(),
			today: orNull(Type.Object({ image_id: Type.String(), width: Type.Integer(), height: Type.Integer() })),
		}),
	),
	compared_with: Type.String({
		description:
			"Identifies what it was compared with. An approval sends it back, and applies to nothing else.",
	}),
});
export type Review = Static<typeof Review>;

const pictureMedia = ["image/webp"] as const;

/** Proposals for the catalogue by accounts that may make them, and their review. */
export const proposalRoutes = {
	...tagged("Proposals", "person", {
		"GET /proposals": {
			summary: "Proposals of the account",
			query: Type.Object({ page: Page, per_page: PerPage }),
			answer: Type.Object({
				data: Type.Array(Proposal, { description: "Newest first." }),
				pagination: Pagination,
				limits: Type.Object({
					open: Type.Integer({ description: "Number of waiting proposals." }),
					most_open: Type.Integer(),
					bytes_left: Type.Integer({ description: "What may still be uploaded within 24 hours." }),
				}),
			}),
		},
		"GET /proposal-fields": {
			summary: "The fields that can be proposed",
			answer: Type.Object({ data: Type.Array(ProposableField) }),
		},
		"GET /proposal-barcode": {
			summary: "The product meant by a barcode that was typed or scanned in any form",
			description: "60 per minute, for accounts that may propose.",
			query: Type.Object({ barcode: Type.String({ maxLength: 40 }) }),
			answer: Type.Object({
				barcode: Type.String({
					description: "The barcode to propose for: as written in the catalogue, or as typed.",
				}),
				is_known: Type.Boolean({ description: "Whether the product is in the catalogue." }),
				check_digit_valid: orNull(Type.Boolean()),
				suggestion: orNull(Type.String(), "The product that is meant if a digit was mistyped."),
			}),
			errors: ["invalid_barcode", "may_not_propose"],
		},
		"POST /proposals": {
			summary: "Propose pictures and metadata of a product; nothing changes until it is approved",
			status: 201,
			body: NewProposal,
			answer: Proposal,
			errors: ["may_not_propose", "invalid_barcode", "proposal_limit_reached", "picture_gone"],
		},
		"DELETE /proposals/{proposal_id}": {
			summary: "Withdraw a waiting proposal",
			path: ProposalPath,
			answer: Proposal,
			errors: ["proposal_decided"],
		},
		"POST /proposal-pieces": {
			summary: "Upload a piece of a picture: at most 1 MiB, as application/octet-stream",
			description:
				"For accounts that may propose, and for catalogue editors. Pieces are deleted after a day. Every upload counts towards the daily limit, whatever becomes of it.",
			status: 201,
			bodyMedia: "application/octet-stream",
			bodyLimitBytes: MOST_PIECE_BYTES,
			answer: Type.Object({ piece_id: Type.String() }),
			errors: ["may_not_propose", "picture_limit_reached", "disk_full"],
		},
		"POST /proposal-pictures": {
			summary: "Assemble a picture from uploaded pieces: JPEG or PNG, checked as in an import",
			description: "A picture that is neither proposed nor saved for a product within a day is deleted.",
			status: 201,
			body: NewPicture,
			answer: ProposedPicture,
			errors: ["may_not_propose", "picture_refused", "picture_gone", "upstream_error", "disk_full"],
		},
		"GET /proposal-pictures/{picture_id}/{size}": {
			summary: "A picture that the account uploaded: `preview` or `thumbnail`",
			path: PicturePath,
			media: pictureMedia,
			errors: ["upstream_error"],
		},
	} as const satisfies FeatureRoutes),
	...tagged("Administration", EDITORS, {
		"GET /admin/review": {
			summary: "Proposals of all accounts, compared with what the catalogue has today",
			query: Type.Object({
				state: Type.Optional(Type.Enum([...PROPOSAL_STATES])),
				page: Page,
				per_page: PerPage,
			}),
			answer: Type.Object({
				data: Type.Array(Review, { description: "Waiting ones oldest first, others newest first." }),
				pagination: Pagination,
			}),
		},
		"POST /admin/review/{proposal_id}/approve": {
			summary: "Approve a proposal: add it to the catalogue as an import would",
			description: "If several people decide at the same time, one decision takes effect.",
			path: ProposalPath,
			body: Type.Object({
				compared_with: Type.String({ maxLength: 64, description: "As shown." }),
				fields: Type.Optional(
					Type.Object(
						{},
						{
							additionalProperties: true,
							description:
								"Of the proposed fields, those to approve, by scope, corrected where they are wrong. Without it, all as proposed.",
						},
					),
				),
			}),
			answer: Review,
			errors: [
				"proposal_decided",
				"own_proposal",
				"product_changed",
				"not_proposed",
				"picture_refused",
				"upstream_error",
			],
		},
		"POST /admin/review/{proposal_id}/reject": {
			summary: "Reject a proposal, with a reason that the account sees",
			path: ProposalPath,
			body: Type.Object({ reason: Type.String({ maxLength: 500 }) }),
			answer: Review,
			errors: ["proposal_decided"],
		},
		"GET /admin/review-pictures/{picture_id}/{size}": {
			summary: "A proposed picture: `preview` or `thumbnail`",
			description:
				"Until it is approved: from then on it is a picture of the catalogue, which leaves as a delivery.",
			path: PicturePath,
			media: pictureMedia,
			errors: ["upstream_error"],
		},
	} as const satisfies FeatureRoutes),
};
