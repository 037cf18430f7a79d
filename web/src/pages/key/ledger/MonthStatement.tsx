import { NativeSelect } from "@mantine/core";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { routeUrl } from "../../../api/call.ts";
import { KEPT, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { alignedCredits } from "../../../format/credits.ts";
import { formatPeriod } from "../../../format/dates.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useFilters } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownKey } from "../KeyPage.tsx";
import classes from "./Ledger.module.css";

const MONTHS_SHOWN = 24;
const WORDS = {
	paid: "Paid by card",
	granted: "Approved or granted",
	spent: "Spent",
	reversed: "Refunded or disputed",
	moved: "Moved between balances",
} as const;

/** A month of the ledger in a few lines, to print or keep. */
export function MonthStatement() {
	const { client_id } = useShownKey();
	const [address, set] = useFilters();
	const months = lastMonths(Date.now());
	const month = months.find((each) => each === address.get("month")) ?? months[0] ?? "";
	const asked = { path: { client_id }, query: { month } };
	const statement = useRoute("GET /keys/{client_id}/statement", asked, KEPT);
	return (
		<Surface
			actions={
				<>
					<NativeSelect
						aria-label="Month"
						data={months.map((each) => ({ value: each, label: formatPeriod(each, "month") }))}
						onChange={({ currentTarget }) => set("month", currentTarget.value)}
						value={month}
					/>
					<DownloadButton href={routeUrl("GET /keys/{client_id}/statement.csv", asked)}>
						Export CSV
					</DownloadButton>
				</>
			}
			description="In credits. Months are those of UTC, as in the ledger."
			title={`Statement of ${formatPeriod(month, "month")}`}
		>
			<FailureNotice error={statement.error} onRetry={() => statement.refetch()} />
			{statement.isPending ? <WaitingRows rows={4} /> : null}
			{statement.data?.billed_to ? <BilledTo billing={statement.data.billed_to} /> : null}
			{statement.data ? <StatementLines statement={statement.data} /> : null}
		</Surface>
	);
}

type Statement = RouteAnswer<"GET /keys/{client_id}/statement">;

function StatementLines({ statement: { opening, lines, closing } }: { readonly statement: Statement }) {
	const format = alignedCredits([opening, ...lines.map(({ credits }) => credits), closing]);
	return (
		<Facts layout="lines">
			<Fact name="At the beginning">{format(opening)}</Fact>
			{lines.map(({ kind, action, credits }) => (
				<Fact key={`${kind} ${action}`} name={lineName(kind, action)}>
					{format(credits)}
				</Fact>
			))}
			<Fact name="At the end">{format(closing)}</Fact>
		</Facts>
	);
}

type Billing = NonNullable<Statement["billed_to"]>;

function BilledTo({ billing: { name, address, country, vat_id } }: { readonly billing: Billing }) {
	return (
		<address className={classes.billed} dir="auto">
			{[name, address, country, ...(vat_id === null ? [] : [`VAT ${vat_id}`])].join("\n")}
		</address>
	);
}

function lineName(kind: keyof typeof WORDS, action: string | null): string {
	return action === null ? WORDS[kind] : `${WORDS[kind]}: ${actionName(action)}`;
}

/** The present month and those before it, as `2027-05`. */
function lastMonths(nowMs: number): string[] {
	const now = new Date(nowMs);
	return Array.from({ length: MONTHS_SHOWN }, (_, ago) =>
		new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
	);
}
