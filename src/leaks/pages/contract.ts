import Type, { type Static } from "typebox";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import {
	Email,
	type FeatureRoutes,
	orNull,
	Page,
	Pagination,
	PerPage,
	Time,
	TRACERS,
	tagged,
} from "../../pages/contract.ts";

/** Maximum size of a leak in bytes. */
export const LEAK_BYTES = 20 * 1024 * 1024;

export const CasePath = Type.Object({
	case_id: Type.String({ examples: ["case_01JK3V5T8M2Q4W6Y8Z0A1B2C3D"] }),
});
const LeakPath = Type.Object({
	...CasePath.properties,
	leak: Type.String({ description: "The place of a leak, from 1.", examples: ["1"] }),
});

const PictureQuery = Type.Object({
	size: Type.Optional(
		Type.Enum(["small"], {
			description: "As the page of a case shows it, rather than as large as it is kept.",
		}),
	),
});

const Name = Type.String({ minLength: 1, maxLength: 200, description: "What the case is called." });
const Note = orNull(Type.String({ maxLength: 10_000 }));
const State = Type.Enum(["open", "closed"]);
const Status = Type.Enum(["draft", "waiting", "running", "done", "failed", "cancelled"], {
	description: "Progress of tracing; `draft` while leaks are being added.",
});
const Probability = Type.Number({ minimum: 0, maximum: 1 });

const NewCase = Type.Object({
	name: Name,
	note: Type.Optional(Note),
	barcode: Type.Optional(Type.String({ description: "The product that the leaks show, if known." })),
	variant: Type.Optional(Type.Enum([...VARIANTS])),
});
const CaseChange = Type.Object({
	name: Type.Optional(Name),
	note: Type.Optional(Note),
	state: Type.Optional(State),
	holder_id: Type.Optional(orNull(Type.String(), "The account that holds it from now on; null for none.")),
});

const Case = {
	case_id: Type.String(),
	name: Type.String(),
	note: orNull(Type.String()),
	state: State,
	status: Status,
	barcode: orNull(Type.String()),
	variant: orNull(Type.String()),
	created_at: Time,
	finished_at: orNull(Time),
	verdict: orNull(Type.Enum(["identified", "inconclusive"])),
	named: Type.Array(Type.Object({ client_id: Type.String(), client_name: Type.String() })),
};

const ListedCase = Type.Object({ ...Case, leak_count: Type.Integer() });
export type ListedCase = Static<typeof ListedCase>;

const Candidate = Type.Object({
	client_id: Type.String(),
	client_name: Type.String(),
	owner_email: orNull(Email, "Whose key it is now; null if nobody's."),
	score: Type.Number(),
	false_positive_probability: Probability,
	probability_words: Type.String(),
	is_named: Type.Boolean(),
	deliveries: Type.Array(
		Type.Object({
			at: Time,
			address: orNull(Type.String()),
			request_id: orNull(Type.String()),
			person: orNull(
				Type.String(),
				"E-mail address of who asked for it in the pages; null if a program did, or it is not known who.",
			),
		}),
	),
	delivery_count: Type.Integer(),
	evidence: Type.Array(Type.Integer(), { description: "Leaks that have an evidence picture." }),
});

const Result = Type.Object({
	origin: orNull(
		Type.Object({
			verdict: Type.Enum(["delivered", "elsewhere", "unclear"]),
			false_positive_probability: Probability,
			reserved_cells: Type.Integer(),
			explanation: Type.String(),
		}),
	),
	candidates: Type.Array(Candidate),
	clients_scored: Type.Integer(),
	guesses: orNull(
		Type.Integer(),
		"How many combinations of pictures were tried, which the probabilities allow for; null if it was not recorded.",
	),
	packshot: orNull(Type.String(), "The version that traced it; null if it was not recorded."),
	case_sha256: orNull(Type.String()),
});

const CaseHolder = Type.Object({ account_id: Type.String(), email: Email });

const FullCase = Type.Object({
	...Case,
	created_by: orNull(Type.String(), "E-mail address."),
	holder: orNull(CaseHolder, "Who looks after it; at first, whoever opened it."),
	notes: Type.Array(
		Type.Object({ note_id: Type.String(), at: Time, by: orNull(Email), text: Type.String() }),
		{ description: "Oldest first. They stay until the case is deleted." },
	),
	progress: orNull(
		Type.Object({
			stage: Type.String(),
			done: Type.Integer(),
			total: Type.Union([Type.Integer(), Type.Null()]),
		}),
	),
	waiting_before: Type.Integer({ description: "Number of cases to be traced before this one." }),
	problem: orNull(Type.String()),
	leaks: Type.Array(
		Type.Object({
			leak: Type.Integer(),
			name: orNull(Type.String()),
			content_type: Type.String(),
			size_bytes: Type.Integer(),
			width: orNull(Type.Integer()),
			height: orNull(Type.Integer()),
			sha256: Type.String(),
			shows: orNull(
				Type.Object({
					barcode: Type.String(),
					variant: Type.String(),
					mark_id: Type.String(),
					base_sha256: Type.String(),
					found_by: Type.Enum(["barcode", "hash", "corners"]),
				}),
			),
		}),
	),
	result: orNull(Result),
});
export type FullCase = Static<typeof FullCase>;

/** Cases: traced leaks and their results. */
export const traceRoutes = tagged("Traces", TRACERS, {
	"GET /admin/traces": {
		summary: "Cases, newest first",
		query: Type.Object({
			search: Type.Optional(
				Type.String({
					maxLength: 200,
					description: "Part of the name, the note, a barcode or a named client.",
				}),
			),
			state: Type.Optional(State),
			page: Page,
			per_page: PerPage,
		}),
		answer: Type.Object({ data: Type.Array(ListedCase), pagination: Pagination }),
	},
	"POST /admin/traces": {
		summary: "Open a case, to add leaks to",
		status: 201,
		body: NewCase,
		answer: FullCase,
		errors: ["invalid_barcode"],
	},
	"GET /admin/traces/{case_id}": {
		summary: "A case with the result of tracing",
		path: CasePath,
		answer: FullCase,
	},
	"PATCH /admin/traces/{case_id}": {
		summary: "Change name, note, state or holder",
		path: CasePath,
		body: CaseChange,
		answer: FullCase,
		errors: ["case_holder_unfit"],
	},
	"GET /admin/case-holders": {
		summary: "Who can hold a case",
		answer: Type.Object({ data: Type.Array(CaseHolder) }),
	},
	"POST /admin/traces/{case_id}/notes": {
		summary: "Add a note, which can be neither changed nor removed",
		status: 201,
		path: CasePath,
		body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000 }) }),
		answer: FullCase,
		errors: ["case_hand_over_full"],
	},
	"DELETE /admin/traces/{case_id}": {
		summary: "Delete a case; its files are deleted a day later",
		path: CasePath,
		body: Type.Object({ name: Type.String({ description: "The name of the case, typed." }) }),
		errors: ["other_name"],
	},
	"POST /admin/traces/{case_id}/leaks": {
		summary: "Add a leak",
		description:
			"The body is the picture, in any format that `packshot trace` takes, as `application/octet-stream`.",
		status: 201,
		path: CasePath,
		query: Type.Object({
			name: Type.Optional(Type.String({ maxLength: 200, description: "What the file is called." })),
		}),
		bodyLimitBytes: LEAK_BYTES,
		bodyMedia: "application/octet-stream",
		answer: FullCase,
		errors: ["case_settled", "case_full", "not_a_picture", "upstream_error", "disk_full"],
	},
	"POST /admin/traces/{case_id}/trace": {
		summary: "Trace a case, after those already waiting",
		path: CasePath,
		answer: FullCase,
		errors: ["case_settled", "case_without_leaks"],
	},
	"POST /admin/traces/{case_id}/cancel": {
		summary: "End tracing",
		path: CasePath,
		answer: FullCase,
		errors: ["case_not_running"],
	},
	"GET /admin/traces/{case_id}/leaks/{leak}": {
		summary: "A leak, as shown in the pages",
		path: LeakPath,
		query: PictureQuery,
		media: ["image/webp"],
		errors: ["upstream_error"],
	},
	"GET /admin/traces/{case_id}/evidence/{leak}/{candidate}": {
		summary: "A leak next to the cells that speak for and against a candidate",
		path: Type.Object({
			...LeakPath.properties,
			candidate: Type.String({ description: "The place of a candidate, from 1.", examples: ["1"] }),
		}),
		query: PictureQuery,
		media: ["image/png", "image/webp"],
		errors: ["upstream_error"],
	},
	"GET /admin/traces/{case_id}/file": {
		summary: "What others can check with `packshot trace --case`",
		description:
			"Contains the leaked pictures without anybody's mark, so it is for administrators alone, and every download is recorded.",
		access: ["administrator"],
		path: CasePath,
		media: ["application/x-tar"],
		errors: ["upstream_error"],
	},
} as const satisfies FeatureRoutes);
