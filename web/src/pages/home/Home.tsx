import { Button, Stack } from "@mantine/core";
import { Link } from "react-router";
import { type AccountOverview, type Key, useRoute } from "../../api/routes.ts";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { keyPath, ofEachBalance, payers } from "../../basket/paying-key.ts";
import { formatCount, formatCredits } from "../../format/credits.ts";
import { formatPeriod } from "../../format/dates.ts";
import { Causes } from "../../parts/Causes.tsx";
import { DayBars } from "../../parts/DayBars.tsx";
import { Figure, Figures } from "../../parts/Facts.tsx";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { FailedPage, MoreLink, PageHead, Surface, WideAndNarrow } from "../../parts/Page.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import classes from "./Home.module.css";
import { lastsInWords } from "./lasts.ts";
import { type ToDo, toDos } from "./to-do.ts";

/** The number of days in `GET /overview`. */
const DAYS = 30;

/** What is spent of a cap, and low balances, appear while the page is open. */
const REFETCH_MS = 5_000;

/** Balance and spending of all keys, failures, and what there is to do. */
export function Home() {
	const keys = useRoute("GET /keys", {}, { refetchInterval: REFETCH_MS });
	const overview = useRoute("GET /overview", {}, { refetchInterval: REFETCH_MS });
	const error = keys.error ?? overview.error;
	if (error) {
		const retry = () => Promise.all([keys.refetch(), overview.refetch()]);
		return <FailedPage error={error} name="Home" onRetry={retry} title="Your balance could not be loaded" />;
	}
	if (!keys.data || !overview.data) return <WaitingPage />;
	return (
		<>
			<PageHead
				description={
					keys.data.data.length > 0
						? "Your account, with all its keys."
						: "Your balance, and what you have spent."
				}
				name="Home"
			/>
			<HeldAlerts />
			<Answers active={payers(keys.data)} overview={overview.data} />
		</>
	);
}

interface AnswersProps {
	readonly active: readonly Key[];
	readonly overview: AccountOverview;
}

function Answers({ active, overview }: AnswersProps) {
	const { totals, series, refusals, credit_balance, waiting_top_ups } = overview;
	const balances = ofEachBalance(active);
	const hasKeys = active.some(({ is_account }) => !is_account);
	return (
		<Stack gap="md">
			<ToDoList toDos={toDos(active, waiting_top_ups)} />
			<Figures>
				<Figure name="Balance" amount={formatCredits(credit_balance)}>
					{balances.length === 1 ? "credits" : `credits in ${balances.length} balances`}
					{lastsInWords(credit_balance, totals.credits_spent / DAYS)}
				</Figure>
				<Figure name="Spent in 30 days" amount={formatCredits(totals.credits_spent)}>
					{`credits, ${formatCredits(Number((totals.credits_spent / DAYS).toFixed(2)))} a day`}
				</Figure>
				{hasKeys ? (
					<Figure name="Calls in 30 days" amount={formatCount(totals.requests)}>
						{totals.refused === 0 ? "none refused" : `${formatCount(totals.refused)} refused`}
					</Figure>
				) : null}
			</Figures>
			{hasKeys || totals.credits_spent > 0 ? (
				<WideAndNarrow>
					<SpentByDay series={series} />
					{hasKeys ? (
						<Surface description="In 30 days. Refusals cost nothing." title="Refused calls">
							<Causes causes={refusals} />
						</Surface>
					) : (
						<WhereToStart />
					)}
				</WideAndNarrow>
			) : (
				<WhereToStart />
			)}
			{active.length > 1 ? (
				<Surface actions={<MoreLink to="/keys">All keys</MoreLink>} flush title="Account and keys">
					<KeyLines keys={active} />
				</Surface>
			) : null}
		</Stack>
	);
}

function SpentByDay({ series }: Pick<AccountOverview, "series">) {
	return (
		<Surface
			actions={<MoreLink to="/spending">Spending</MoreLink>}
			description="Credits, by UTC day."
			title="Spent by day"
		>
			<DayBars
				days={series.map(({ period, credits_spent }) => ({
					label: formatPeriod(period, "day"),
					amount: credits_spent,
				}))}
				name="Spent by day"
				unit="credits"
			/>
		</Surface>
	);
}

/** For an account that no program uses. */
function WhereToStart() {
	return (
		<Surface description="Searching and prices are free." title="Order products">
			<Stack maw="24rem">
				<Button component={Link} to="/find">
					Find products
				</Button>
				<Button component={Link} to="/lists" variant="default">
					Check a list of barcodes
				</Button>
			</Stack>
		</Surface>
	);
}

/** What there is to do; renders nothing if the list is empty. */
function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
	if (toDos.length === 0) return null;
	return (
		<Surface title="What needs doing">
			<ul className={classes.toDos}>
				{toDos.map(({ path, keyName, text, to, action }) => (
					<li key={`${path} ${text}`}>
						<span>
							<Link className={classes.key} to={path}>
								<bdi>{keyName}</bdi>
							</Link>{" "}
							{text}
						</span>
						<Button component={Link} size="xs" to={to === "" ? path : `${path}/${to}`} variant="light">
							{action}
						</Button>
					</li>
				))}
			</ul>
		</Surface>
	);
}

const columns: readonly Column<Key>[] = [
	{
		name: "Name",
		isTitle: true,
		cell: (key) => (
			<Link className={classes.key} to={keyPath(key)}>
				<bdi>{key.client_name}</bdi>
			</Link>
		),
	},
	{
		name: "State",
		cell: ({ state, balance_is_low }) => <StateBadge state={balance_is_low ? "low" : state} />,
	},
	{
		name: "Calls today",
		isNumber: true,
		cell: ({ limits }) => formatCount(limits.requests_per_day - limits.remaining_today),
	},
	{ name: "Spent today", isNumber: true, cell: ({ spent_today }) => formatCredits(spent_today) },
];

/** The active keys, one per line; a balance that several draw on is shown once. */
function KeyLines({ keys }: { readonly keys: readonly Key[] }) {
	const shown = ofEachBalance(keys);
	const balance: Column<Key> = {
		name: "Balance",
		isNumber: true,
		cell: (key) => (shown.includes(key) ? formatCredits(key.credit_balance) : "the account's"),
	};
	return (
		<DataTable
			columns={[...columns, balance]}
			isDense
			name="Keys"
			rowKey={({ client_id }) => client_id}
			rows={keys}
		/>
	);
}
