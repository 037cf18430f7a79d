import Type from "typebox";
import { RefusalList } from "../../../clients/pages/calls-contract.ts";
import { Credits, type FeatureRoutes, orNull, Time, tagged } from "../../../pages/contract.ts";

const sums = {
	requests: Type.Integer({ description: "Of all keys, refused ones included." }),
	credits_spent: Credits,
	refused: Type.Integer({ description: "Answered with any error." }),
	rate_limited: Type.Integer({ description: "Of those, answered with 429." }),
	faults: Type.Integer({ description: "Of those, answered with 5xx." }),
};

const WithinMs = orNull(
	Type.Number(),
	"Milliseconds within which this share of responses was sent, as the bound of a bucket; null without responses, and beyond 5,000.",
);

const Latency = Type.Object({
	since: Time,
	requests: Type.Integer(),
	median_ms: WithinMs,
	p95_ms: WithinMs,
	p99_ms: WithinMs,
});

const BackupAttempt = Type.Object({
	began_at: Time,
	failure: orNull(Type.String(), "Why it failed; null: it succeeded."),
	made: Type.String({ description: "What it did, in words." }),
	last_success_at: orNull(Time, "When the last one that succeeded began."),
});

const AdminOverview = Type.Object({
	day: Type.String({ description: "The current UTC day, `2027-05-15`." }),
	...sums,
	keys_in_use: Type.Integer({ description: "Keys that made a request." }),
	refusals: RefusalList.properties.data,
	series: Type.Array(
		Type.Object({ period: Type.String({ description: "A UTC day, `2027-05-15`." }), ...sums }),
		{ description: "The last 30 days that have been added up, oldest first, including today." },
	),
	is_complete: Type.Boolean({ description: "False while earlier days are still being added up." }),
	latency: orNull(
		Latency,
		"Of the API in this process since it started; null where answers are not measured.",
	),
	backups: Type.Object(
		{ backup: orNull(BackupAttempt), drill: orNull(BackupAttempt) },
		{ description: "The last regular backup and the last one restored on trial; null: never." },
	),
});

export const adminOverviewRoutes = tagged("Administration", ["administrator"], {
	"GET /admin/overview": {
		summary: "Totals of all keys, today and on previous days",
		answer: AdminOverview,
	},
} as const satisfies FeatureRoutes);
