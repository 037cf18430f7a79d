import Type, { type Static } from "typebox";
import { orNull, Time } from "../../../pages/contract.ts";

const filters = {
	person: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 254,
			description: "Who did it: id, or part of the e-mail address.",
		}),
	),
	client: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 200,
			description: "The key it was done to: id or part of the name.",
		}),
	),
	subject: Type.Optional(
		Type.String({ maxLength: 200, description: "What it was done to: id of a key, top-up or account." }),
	),
	request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
	address: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "Where it came from." })),
	from: Type.Optional(Type.String({ format: "date", description: "First day, UTC." })),
	to: Type.Optional(Type.String({ format: "date", description: "Last day, UTC." })),
};
const paging = {
	after: Type.Optional(
		Type.String({ maxLength: 60, description: "`next` of the previous response: events older than those." }),
	),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};
export const EventFilter = Type.Object(filters);
export const EventQuery = Type.Object({ ...filters, ...paging });
export const HistoryQuery = Type.Object(paging);

export const PortalEvent = Type.Object({
	event_id: Type.Integer(),
	at: Time,
	action: Type.String({ examples: ["key.rotated", "top_up.approved"] }),
	what: Type.String({ description: "What was done, in words.", examples: ["Key Corner shop changed"] }),
	changes: Type.Array(
		Type.Object({
			name: Type.String(),
			before: orNull(Type.String(), "Null if not recorded."),
			after: Type.String(),
		}),
	),
	account_id: orNull(
		Type.String(),
		"Null for the command line, and for somebody who is not signed in: they have an address.",
	),
	account_email: orNull(Type.String()),
	subject: Type.String(),
	client_id: orNull(Type.String(), "The key concerned."),
	client_name: orNull(Type.String()),
	address: orNull(Type.String()),
	request_id: Type.String(),
});
export type PortalEvent = Static<typeof PortalEvent>;

export const EventList = Type.Object({
	data: Type.Array(PortalEvent, { description: "Newest first." }),
	next: orNull(
		Type.String(),
		"Where to continue; null at the end. There may be more even if a page is not full.",
	),
});
