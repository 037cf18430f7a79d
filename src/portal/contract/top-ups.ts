import Type, { type Static } from "typebox";
import { Credits, GivenCredits, IdempotencyKey, Time } from "./common.ts";

export const TOP_UP_STATES = ["requested", "approved", "rejected", "withdrawn"] as const;

const Note = Type.String({ maxLength: 500 });

const topUp = {
	top_up_id: Type.String(),
	client_id: Type.String(),
	credits: Credits,
	note: Type.Union([Note, Type.Null()], { description: "Of the person who requested it." }),
	state: Type.Enum([...TOP_UP_STATES]),
	requested_at: Time,
	decided_at: Type.Union([Time, Type.Null()]),
	decision_note: Type.Union([Note, Type.Null()]),
};
export const TopUp = Type.Object(topUp);
export type TopUp = Static<typeof TopUp>;

export const TopUpList = Type.Object({ data: Type.Array(TopUp, { description: "Newest first." }) });
export const NewTopUp = Type.Object({
	credits: GivenCredits,
	note: Type.Optional(Note),
	idempotency_key: Type.Optional(IdempotencyKey),
});
export const KeyTopUpPath = Type.Object({ client_id: Type.String(), top_up_id: Type.String() });

/** A top-up as administrators see it. */
export const AdminTopUp = Type.Object({
	...topUp,
	account_id: Type.String({ description: "Who requested it." }),
	account_email: Type.String(),
	client_name: Type.String(),
	credit_balance: Type.Number({ description: "Of the key, today." }),
	first_approved_by: Type.Union([Type.String(), Type.Null()], {
		description: "E-mail address of the first approver, if two people have to approve.",
	}),
	approved_by_you: Type.Boolean({
		description: "While it waits for a second person: whether the caller was the first.",
	}),
	decided_by: Type.Union([Type.String(), Type.Null()], {
		description: "E-mail address of the person who decided.",
	}),
});
export type AdminTopUp = Static<typeof AdminTopUp>;

export const TopUpPath = Type.Object({ top_up_id: Type.String() });
export const TopUpApproval = Type.Object({ note: Type.Optional(Note) });
export const TopUpRejection = Type.Object({ note: Type.String({ minLength: 1, maxLength: 500 }) });
