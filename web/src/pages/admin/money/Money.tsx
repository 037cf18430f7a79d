import { Alert, SegmentedControl, Stack } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { routeUrl } from "../../../api/call.ts";
import { KEPT, useRoute } from "../../../api/routes.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { formatDay } from "../../../format/dates.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { useFilters } from "../../../parts/use-address.ts";
import { AllPayments } from "./AllPayments.tsx";

type Row = RouteAnswer<"GET /admin/money">["data"][number];

const DAY_MS = 86_400_000;
const SPANS = { day: 31, month: 366 } as const;

/** What was paid, granted, reversed and is owed, and every payment by card. */
export function Money() {
	const [address, set] = useFilters();
	const by = address.get("by") === "month" ? "month" : "day";
	const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	const query = { by, from: dayAt(Date.now() - SPANS[by] * DAY_MS), to: dayAt(Date.now()) } as const;
	const money = useRoute("GET /admin/money", { query }, KEPT);
	const { owing = 0, unread = null } = money.data ?? {};
	return (
		<>
			<PageHead
				actions={
					<DownloadButton href={routeUrl("GET /admin/money.csv", { query })}>Export CSV</DownloadButton>
				}
				description="Credits that came in and went, in UTC days."
				name="Money"
			/>
			<Stack gap="md">
				{unread === null ? null : (
					<Alert color="red" title="Messages of Stripe may be missing">
						Stripe no longer lists those from <Moment at={unread.from} /> to <Moment at={unread.to} />.
						Compare its payments of that time with those here.
					</Alert>
				)}
				<Surface
					actions={
						<SegmentedControl
							aria-label="Periods"
							data={[
								{ value: "day", label: "Days" },
								{ value: "month", label: "Months" },
							]}
							onChange={(chosen) => set("by", chosen)}
							value={by}
						/>
					}
					description={owing > 0 ? `${creditsInWords(owing)} are owed for reversed payments.` : undefined}
					flush
					title={by === "day" ? "The last 31 days" : "The last 12 months"}
				>
					<Listing columns={columns} name="Money" query={money} rowKey={({ period }) => period} waiting={4}>
						<EmptyState icon={IconReportMoney} title="Nothing came in">
							Payments, grants and approved top-ups of these days appear here.
						</EmptyState>
					</Listing>
				</Surface>
				<AllPayments />
			</Stack>
		</>
	);
}

const columns: readonly Column<Row>[] = [
	{
		name: "Period",
		isTitle: true,
		cell: ({ period }) => (period.length === 10 ? formatDay(period) : period),
	},
	{ name: "Paid", credits: ({ paid }) => paid },
	{
		name: "Money",
		isNumber: true,
		cell: ({ sums }) => sums.map(({ currency, paid }) => `${currency} ${paid}`).join(", "),
	},
	{ name: "Granted by hand", credits: ({ granted }) => granted },
	{ name: "Reversed", credits: ({ reversed }) => reversed },
];
