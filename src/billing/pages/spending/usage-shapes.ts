import Type from "typebox";

const GRANULARITIES = ["hour", "day", "month"] as const;

export const KeyUsageQuery = Type.Object({
	from: Type.Optional(
		Type.String({
			description: "First day, UTC, `YYYY-MM-DD`; with hourly periods also an hour, `2027-05-15T12:00:00Z`.",
		}),
	),
	to: Type.Optional(
		Type.String({ description: "Last day, or with hourly periods the last hour, included as a whole." }),
	),
	granularity: Type.Optional(
		Type.Enum([...GRANULARITIES], { default: "day", description: "Length of a period." }),
	),
});

/** As returned by `GET /api/v1/usage`, without its `meta`. */
export const KeyUsage = Type.Object({
	client_id: Type.String(),
	granularity: Type.Enum([...GRANULARITIES]),
	from: Type.String({
		description:
			"First day of the range, or its first hour if it begins within a day. Sending it back requests the same range.",
	}),
	to: Type.String({ description: "Last day of the range, or its last hour if it ends within a day." }),
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
		{ description: "Oldest first, one entry for each period." },
	),
	totals: Type.Object({ requests: Type.Integer(), credits_spent: Type.Number() }),
});
