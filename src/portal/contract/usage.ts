import Type from "typebox";
import type { Action } from "../../billing/actions.ts";

const GRANULARITIES = ["hour", "day", "month"] as const;

export const KeyUsageQuery = Type.Object({
	from: Type.Optional(
		Type.String({
			description: "First day, UTC, `YYYY-MM-DD`; by hour also an hour, `2027-05-15T12:00:00Z`.",
		}),
	),
	to: Type.Optional(Type.String({ description: "Last day, or by hour the last hour, which counts whole." })),
	granularity: Type.Optional(
		Type.Enum([...GRANULARITIES], { default: "day", description: "Length of a period." }),
	),
});

/** As `GET /api/v1/usage` answers, without its `meta`. */
export const KeyUsage = Type.Object({
	client_id: Type.String(),
	granularity: Type.Enum([...GRANULARITIES]),
	from: Type.String({
		description:
			"First day of the range, or its first hour where it begins within a day. Sent back it asks for the same.",
	}),
	to: Type.String({ description: "Last day of the range, or its last hour where it ends within a day." }),
	series: Type.Array(
		Type.Object({
			period: Type.String({ description: "`2027-05`, `2027-05-15` or `2027-05-15T12:00:00Z`." }),
			requests: Type.Integer(),
			credits_spent: Type.Number(),
			by_action: Type.Record(
				Type.String(),
				Type.Object({ requests: Type.Integer(), credits: Type.Number() }),
			),
		}),
		{ description: "Oldest first, one entry for every period." },
	),
	totals: Type.Object({ requests: Type.Integer(), credits_spent: Type.Number() }),
});

/** Everything that has a price. */
export type PricedAction = Action;
