import Type, { type Static } from "typebox";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	GivenCredits,
	IdempotencyKey,
	orNull,
	Page,
	Pagination,
	PerPage,
	Time,
	tagged,
} from "../../../pages/contract.ts";

export const TOP_UP_STATES = ["requested", "approved", "rejected", "withdrawn"] as const;

const Note = Type.String({ maxLength: 500 });
const Invoice = Type.String({ minLength: 1, maxLength: 100 });

const topUp = {
	top_up_id: Type.String(),
	client_id: Type.String(),
	credits: Credits,
	note: orNull(Note, "Of the person who requested it."),
	state: Type.Enum([...TOP_UP_STATES]),
	requested_at: Time,
	decided_at: orNull(Time),
	decision_note: orNull(Note),
	invoice: orNull(Invoice, "Number of the operator's invoice; null if nobody entered one."),
};
export const TopUp = Type.Object(topUp);
export type TopUp = Static<typeof TopUp>;

export const AdminTopUp = Type.Object({
	...topUp,
	account_id: Type.String({ description: "Who requested it." }),
	account_email: Type.String(),
	client_name: Type.String(),
	credit_balance: Type.Number({ description: "Of the key, today." }),
	first_approved_by: orNull(
		Type.String(),
		"E-mail address of the first approver, if two people have to approve.",
	),
	approved_by_you: Type.Boolean({
		description: "While it waits for a second person: whether the caller was the first.",
	}),
	decided_by: orNull(Type.String(), "E-mail address of the person who decided."),
});
export type AdminTopUp = Static<typeof AdminTopUp>;

export const TopUpPath = Type.Object({ top_up_id: Type.String() });

/** Requests for credits. */
export const topUpRoutes = {
	...tagged("Top-ups", "buyer", {
		"GET /keys/{client_id}/top-ups": {
			summary: "Requested top-ups",
			access: "member",
			path: ClientPath,
			answer: Type.Object({ data: Type.Array(TopUp, { description: "Newest first." }) }),
		},
		"POST /keys/{client_id}/top-ups": {
			summary: "Ask for credits",
			status: 201,
			path: ClientPath,
			body: Type.Object({
				credits: GivenCredits,
				note: Type.Optional(Note),
				idempotency_key: Type.Optional(IdempotencyKey),
			}),
			answer: TopUp,
			errors: ["key_not_active", "top_up_limit_reached", "sent_before"],
		},
		"DELETE /keys/{client_id}/top-ups/{top_up_id}": {
			summary: "Withdraw a waiting top-up",
			path: Type.Object({ client_id: Type.String(), top_up_id: Type.String() }),
			answer: TopUp,
			errors: ["top_up_decided"],
		},
	} as const satisfies FeatureRoutes),
	...tagged("Administration", ["administrator", "accountant"], {
		"GET /admin/top-ups": {
			summary: "Top-ups of all accounts",
			query: Type.Object({
				state: Type.Optional(Type.Enum([...TOP_UP_STATES])),
				page: Page,
				per_page: PerPage,
			}),
			answer: Type.Object({
				data: Type.Array(AdminTopUp, { description: "Newest first." }),
				pagination: Pagination,
			}),
		},
		"POST /admin/top-ups/{top_up_id}/approve": {
			summary: "Approve a top-up: the credits are added immediately, or once a second person approves it too",
			path: TopUpPath,
			body: Type.Object({ note: Type.Optional(Note), invoice: Type.Optional(Invoice) }),
			answer: AdminTopUp,
			errors: ["top_up_decided", "second_person_needed", "key_not_active", "balance_too_large"],
		},
		"POST /admin/top-ups/{top_up_id}/reject": {
			summary: "Reject a top-up, with a reason",
			path: TopUpPath,
			body: Type.Object({ note: Type.String({ minLength: 1, maxLength: 500 }) }),
			answer: AdminTopUp,
			errors: ["top_up_decided"],
		},
	} as const satisfies FeatureRoutes),
};
