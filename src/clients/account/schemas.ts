import Type from "typebox";
import { Meta } from "../../api/meta.ts";
import { granularities } from "./usage-range.ts";

const ClientId = Type.String({
	description: "Public id of the client.",
	examples: ["ps_client_3qmpyw2l6knmtz5a7bcd"],
});
const BalanceId = Type.String({
	description: "Public id of the balance that the client draws on, possibly together with other clients.",
	examples: ["bal_7kqz2mfa4xw6ydn3rtpc"],
});
const Balance = Type.Number({ description: "Current credits of that balance.", examples: [248.65] });
const SpendingCap = Type.Object(
	{
		limit: Type.Union([Type.Number(), Type.Null()], { description: "In credits; null for no cap." }),
		spent: Type.Number({ description: "Credits charged to the client in the current period." }),
	},
	{ title: "SpendingCap" },
);
const TierName = Type.String({ description: "`standard` or `enterprise`.", examples: ["standard"] });

export const BalanceAnswer = Type.Object(
	{
		client_id: ClientId,
		balance_id: BalanceId,
		credit_balance: Balance,
		tier: TierName,
		meta: Meta,
	},
	{ title: "Balance" },
);

export const AccountAnswer = Type.Object(
	{
		client_id: ClientId,
		client_name: Type.String({ description: "Label chosen at creation." }),
		tier: TierName,
		balance_id: BalanceId,
		credit_balance: Balance,
		spending_caps: Type.Object(
			{ day: SpendingCap, month: SpendingCap },
			{ description: "What the client itself may spend per UTC day and calendar month (UTC)." },
		),
		usage: Type.Object(
			{
				requests_today: Type.Integer(),
				requests_this_month: Type.Integer(),
				credits_spent_today: Type.Number(),
				credits_spent_this_month: Type.Number(),
			},
			{ description: "By UTC day and month; this request itself is not yet included." },
		),
		rate_limits: Type.Object({
			requests_per_minute: Type.Integer(),
			requests_per_day: Type.Integer(),
			remaining_this_minute: Type.Integer(),
			remaining_today: Type.Integer(),
		}),
		meta: Meta,
	},
	{ title: "Account" },
);

export const UsageQuery = Type.Object({
	from: Type.Optional(
		Type.String({
			description:
				"First day, UTC, `YYYY-MM-DD`; with hourly periods also an hour, `2027-05-15T12:00:00Z`. Not before 1970. Default: 30 days, 48 hours or 12 months before the end.",
			examples: ["2027-05-01"],
		}),
	),
	to: Type.Optional(
		Type.String({
			description:
				"Last day, UTC, included as a whole; with hourly periods also the last hour. Default: now.",
			examples: ["2027-05-31"],
		}),
	),
	granularity: Type.Enum([...granularities], { default: "day", description: "Length of a period." }),
});

const Spent = Type.Object({ requests: Type.Integer(), credits: Type.Number() });

export const UsageAnswer = Type.Object(
	{
		client_id: ClientId,
		granularity: Type.Enum([...granularities]),
		from: Type.String({
			description:
				"First day of the range, `YYYY-MM-DD`, or its first hour, `2027-05-15T12:00:00Z`, if it begins within a day. Sending `from` and `to` back requests the same range.",
		}),
		to: Type.String({ description: "Last day of the range, or its last hour if it ends within a day." }),
		series: Type.Array(
			Type.Object(
				{
					period: Type.String({ description: "`2027-05`, `2027-05-15` or `2027-05-15T12:00:00Z`." }),
					requests: Type.Integer(),
					credits_spent: Type.Number(),
					by_action: Type.Record(Type.String(), Spent, {
						description: "By action key; actions that did not occur are left out.",
					}),
				},
				{ title: "UsagePeriod" },
			),
			{
				description:
					"Oldest first, one entry for each period. A first or last period that is only partly in the range, such as the month of a `from` on the 15th, counts only what falls within the range.",
			},
		),
		totals: Type.Object({ requests: Type.Integer(), credits_spent: Type.Number() }),
		meta: Meta,
	},
	{ title: "Usage" },
);
