import Type from "typebox";
import { RefusalList } from "./calls.ts";
import { Credits, Time } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";

const sums = {
	requests: Type.Integer({ description: "Of all keys, refused ones included." }),
	credits_spent: Credits,
	refused: Type.Integer({ description: "Answered with any error." }),
	rate_limited: Type.Integer({ description: "Of those, answered with 429." }),
	faults: Type.Integer({ description: "Of those, answered with 5xx." }),
};

const WithinMs = Type.Union([Type.Number(), Type.Null()], {
	description:
		"Milliseconds within which this share of responses was sent, as the bound of a bucket; null without responses, and beyond 5,000.",
});

const Latency = Type.Object({
	since: Time,
	requests: Type.Integer(),
	median_ms: WithinMs,
	p95_ms: WithinMs,
	p99_ms: WithinMs,
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
	latency: Type.Union([Latency, Type.Null()], {
		description: "Of the API in this process since it started; null where answers are not measured.",
	}),
});

export const adminOverviewRoutes = {
	"GET /admin/overview": {
		tag: "Administration",
		summary: "Totals of all keys, today and on previous days",
		access: ["administrator"],
		answer: AdminOverview,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;
