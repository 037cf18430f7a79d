import Type, { type Static } from "typebox";
import { Email, type FeatureRoutes, orNull, Time, TRACERS, tagged } from "../../pages/contract.ts";
import { CasePath } from "./contract.ts";

const MOST_DAYS = 90;
/** How long a link works unless its maker says otherwise. */
export const USUAL_DAYS = 14;

const CaseLink = Type.Object({
	link_id: Type.String(),
	created_by: orNull(Email),
	created_at: Time,
	expires_at: Time,
	state: Type.Enum(["active", "expired", "revoked"]),
	opened_count: Type.Integer(),
	last_opened_at: orNull(Time),
});
export type CaseLink = Static<typeof CaseLink>;

const Picture = orNull(
	Type.String(),
	"A WebP of at most 320 pixels as a `data:` URL; null where there is none or no room.",
);

const ReportedLeak = Type.Object({
	leak: Type.Integer(),
	name: orNull(Type.String()),
	width: orNull(Type.Integer()),
	height: orNull(Type.Integer()),
	size_bytes: Type.Integer(),
	sha256: Type.String(),
	shows: orNull(
		Type.Object({ barcode: Type.String(), variant: Type.String(), product_name: orNull(Type.String()) }),
	),
	picture: Picture,
});

const ReportedClient = Type.Object({
	client_id: Type.String(),
	client_name: Type.String(),
	owner_email: orNull(Email),
	false_positive_probability: Type.Number(),
	probability_words: Type.String(),
	delivery_count: Type.Integer(),
	deliveries: Type.Array(Type.Object({ at: Time, address: orNull(Type.String()) }), {
		description: "The latest ones, oldest first.",
	}),
	evidence: Type.Array(Type.Object({ leak: Type.Integer(), picture: Picture })),
});

const CaseReport = Type.Object({
	case_id: Type.String(),
	name: Type.String(),
	note: orNull(Type.String()),
	opened_at: Time,
	traced_at: orNull(Time),
	made_at: Time,
	service: Type.String({ description: "Where the service is that delivered the picture." }),
	operator: Type.Object({
		name: Type.String({ description: "What the service calls itself." }),
		contact: orNull(
			Type.String(),
			"Whom to ask: a mail address or a URL; null if the operator does not say.",
		),
	}),
	packshot: Type.String({ description: "The version that wrote the report." }),
	leaks: Type.Array(ReportedLeak),
	result: orNull(
		Type.Object({
			verdict: Type.Enum(["identified", "inconclusive"]),
			origin: orNull(
				Type.Object({
					verdict: Type.Enum(["delivered", "elsewhere", "unclear"]),
					false_positive_probability: Type.Number(),
				}),
			),
			clients_scored: Type.Integer(),
			guesses: orNull(Type.Integer()),
			packshot: orNull(Type.String()),
			case_sha256: orNull(Type.String()),
			named: Type.Array(ReportedClient, {
				description: "As many as fit; `named_count` is how many there are.",
			}),
			named_count: Type.Integer(),
		}),
		"Null until the case is traced.",
	),
});
export type CaseReport = Static<typeof CaseReport>;

/** What is handed over of a case: a report, and links that show it without an account. */
export const handOverRoutes = tagged("Traces", ["administrator"], {
	"GET /admin/traces/{case_id}/report": {
		summary: "The report that a link shows",
		access: TRACERS,
		path: CasePath,
		answer: CaseReport,
		errors: ["upstream_error"],
	},
	"GET /admin/traces/{case_id}/links": {
		summary: "Links to the report, newest first",
		path: CasePath,
		answer: Type.Object({ data: Type.Array(CaseLink) }),
	},
	"POST /admin/traces/{case_id}/links": {
		summary: "Make a link that shows the report without an account until it ends",
		status: 201,
		path: CasePath,
		body: Type.Object({
			days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: USUAL_DAYS })),
		}),
		answer: Type.Object({
			link_id: Type.String(),
			link: Type.String({ description: "Shown only here." }),
			expires_at: Time,
		}),
		errors: ["case_hand_over_full"],
	},
	"DELETE /admin/traces/{case_id}/links/{link_id}": {
		summary: "End a link at once",
		path: Type.Object({ ...CasePath.properties, link_id: Type.String() }),
	},
	"POST /shared-case": {
		summary: "The report that a link is for",
		description:
			"Every opening is counted and recorded. Links that ended and links that never were are answered alike.",
		access: "public",
		body: Type.Object({
			token: Type.String({ maxLength: 100, description: "The part after `#` in the link `/case#TOKEN`." }),
		}),
		answer: CaseReport,
		errors: ["not_found", "upstream_error", "sign_in_rate_limit"],
	},
} as const satisfies FeatureRoutes);
