import Type, { type Static } from "typebox";
import { alertFields } from "../../catalogue/withholding/alert-schema.ts";
import { type FeatureRoutes, IdempotencyKey, orNull, Time, tagged } from "../../pages/contract.ts";
import { LONGEST_MESSAGE, LONGEST_TEXT, MOST_PRODUCTS } from "../wording.ts";

const text = orNull(Type.String({ maxLength: LONGEST_TEXT }));

const wording = {
	kind: alertFields.kind,
	symbol: text,
	designation: text,
	withholds: Type.Boolean(),
	message: Type.String({ maxLength: LONGEST_MESSAGE }),
	lots: text,
	source: text,
};

const Correction = orNull(
	Type.Object({
		dairy_meat_pareve: Type.Optional(Type.Enum(["dairy", "meat", "pareve"])),
		additional_designation: Type.Optional(text),
	}),
	"What the alert writes into the hechshers of its symbol.",
);

const Barcodes = Type.Array(Type.String({ pattern: "^[0-9]{4,14}$" }), {
	minItems: 1,
	maxItems: MOST_PRODUCTS,
	uniqueItems: true,
});

const given = { ...wording, barcodes: Barcodes, correction: Correction };

const SeenAt = Type.String({
	format: "date-time",
	description: "`changed_at` of the alert as it was read: `alert_changed` if somebody has changed it since.",
});

const AlertPath = Type.Object({ alert_id: Type.String() });

/** A published alert; of one that is being published for the first time, what it will say. */
const AdminAlert = Type.Object({
	...alertFields,
	published_at: orNull(Time, "Null while it is being published."),
	changed_at: orNull(Time),
	waits: Type.Boolean({ description: "Whether an act waits for another person's approval." }),
	is_under_way: Type.Boolean({ description: "Whether an act is still being carried out on its products." }),
	failure: orNull(Type.String(), "Why the act under way failed last; it is tried again."),
});
export type AdminAlert = Static<typeof AdminAlert>;

const Wording = Type.Object({
	...wording,
	barcodes: Type.Array(Type.String()),
	said_by: orNull(Type.String(), "E-mail address; null: the command line."),
	shown_from: Time,
	shown_until: Time,
});

/** What waits for another person's approval. */
const Waiting = Type.Object({
	...given,
	outcome: alertFields.outcome,
	barcodes: Type.Array(Type.String()),
	said_by: orNull(Type.String(), "E-mail address."),
	asked_at: Time,
	may_approve: Type.Boolean({ description: "Whether the asking person may." }),
});
export type WaitingAlert = Static<typeof Waiting>;

const Preview = Type.Object({
	problem: orNull(Type.String(), "What is wrong with the wording."),
	unknown: Type.Array(Type.String(), { description: "Barcodes that are not in the catalogue." }),
	products: Type.Array(Type.Object({ barcode: Type.String(), name: orNull(Type.String()) }), {
		description: "The first of them.",
	}),
	with_hechsher: Type.Integer({ description: "How many have the hechsher that it is about." }),
	symbols: Type.Array(Type.String(), { description: "The symbols that the products have." }),
	holders: Type.Integer({ description: "Accounts, and keys without one, that bought any of the products." }),
	webhooks: Type.Integer({ description: "Webhooks that are told of alerts at once." }),
	followers: Type.Integer({ description: "Other keys that asked for changes or alerts within 7 days." }),
});

/** Writing kosher alerts (SPEC E12). */
export const alertRoutes = tagged("Kosher alerts", ["administrator"], {
	"GET /admin/alerts": {
		summary: "Kosher alerts, newest first",
		query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) }),
		answer: Type.Object({ data: Type.Array(AdminAlert), next: orNull(Type.String()) }),
	},
	"GET /admin/alerts/{alert_id}": {
		summary: "One alert, with its earlier wordings",
		path: AlertPath,
		answer: Type.Object({ alert: AdminAlert, waiting: orNull(Waiting), earlier: Type.Array(Wording) }),
		errors: ["not_found"],
	},
	"POST /admin/alerts/products": {
		summary: "Products to be named in an alert",
		body: Type.Object({
			by: Type.Enum(["search", "brand", "certificate"]),
			text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT }),
		}),
		answer: Type.Object({
			barcodes: Type.Array(Type.String()),
			has_more: Type.Boolean({ description: "Whether there are more than an alert may name." }),
		}),
		errors: ["bad_request"],
	},
	"POST /admin/alerts/preview": {
		summary: "What an alert would mean, before it is published",
		body: Type.Object(given),
		answer: Preview,
	},
	"POST /admin/alerts": {
		summary: "Publish an alert: its products first, then it becomes visible and is sent",
		body: Type.Object({
			...given,
			idempotency_key: IdempotencyKey,
		}),
		answer: Type.Object({ alert_id: Type.String(), waits: Type.Boolean() }),
		errors: ["bad_request", "sent_before"],
	},
	"PUT /admin/alerts/{alert_id}": {
		summary: "Change what a live alert says or names",
		path: AlertPath,
		body: Type.Object({ ...given, changed_at: SeenAt }),
		errors: ["bad_request", "not_found", "alert_under_way", "alert_ended", "alert_changed"],
	},
	"POST /admin/alerts/{alert_id}/approve": {
		summary: "Approve what another person wrote",
		path: AlertPath,
		body: Type.Object({
			asked_at: Type.String({
				format: "date-time",
				description: "Of what was shown: nothing else is approved.",
			}),
		}),
		errors: ["not_found", "alert_decided", "second_person_needed"],
	},
	"POST /admin/alerts/{alert_id}/decline": {
		summary: "Decline what waits for approval",
		path: AlertPath,
		errors: ["not_found", "alert_decided"],
	},
	"POST /admin/alerts/{alert_id}/end": {
		summary: "End an alert: as mistaken, if alerts need two people, once another one approves it",
		path: AlertPath,
		body: Type.Object({ outcome: Type.Enum(["settled", "mistaken"]), changed_at: SeenAt }),
		errors: ["not_found", "alert_under_way", "alert_ended", "alert_changed"],
	},
} as const satisfies FeatureRoutes);
