import Type, { type Static } from "typebox";
import type { ErrorCode } from "../../api/error-catalogue.ts";
import { Credits, Time } from "./common.ts";
import { ChargeLines, PaidOrder } from "./ledger.ts";

export const CALL_OUTCOMES = ["ok", "error"] as const;

export const CallQuery = Type.Object({
	request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
	barcode: Type.Optional(Type.String({ maxLength: 14 })),
	outcome: Type.Optional(
		Type.Enum([...CALL_OUTCOMES], { description: "`error`: only calls that were refused or failed." }),
	),
	error: Type.Optional(
		Type.String({ minLength: 1, maxLength: 60, description: "A code of the error catalogue." }),
	),
	from: Type.Optional(Type.String({ format: "date", description: "First day, UTC." })),
	to: Type.Optional(Type.String({ format: "date", description: "Last day, UTC." })),
	after: Type.Optional(
		Type.String({ maxLength: 60, description: "`next` of the previous response: calls older than those." }),
	),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
});

export const Call = Type.Object({
	at: Time,
	request_id: Type.String(),
	method: Type.String(),
	route: Type.String({ examples: ["/api/v1/products/{barcode}"] }),
	status: Type.Integer(),
	error: Type.Union([Type.String(), Type.Null()], {
		description: "Reason for the refusal, as a code of the error catalogue.",
	}),
	barcode: Type.Union([Type.String(), Type.Null()]),
	address: Type.String(),
	credits: Credits,
	what: Type.String({ description: "What was charged, in words; empty when nothing was." }),
	order: PaidOrder,
	lines: ChargeLines,
});
export type Call = Static<typeof Call>;

/** Possible values of `error`; calls of other versions may have others. */
export type CallError = ErrorCode;

export const CallList = Type.Object({
	data: Type.Array(Call, {
		description: "Newest first; may be fewer than `limit` while there are older ones.",
	}),
	next: Type.Union([Type.String(), Type.Null()], { description: "Where to continue; null at the end." }),
});

export const RefusalQuery = Type.Object({
	days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })),
});

export const RefusalList = Type.Object({
	data: Type.Array(Type.Object({ error: Type.String(), requests: Type.Integer() }), {
		description: "Most frequent first.",
	}),
});
