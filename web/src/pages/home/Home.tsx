import { Button, Stack } from "@mantine/core";
import { Link } from "react-router";
import { type AccountOverview, type Key, useRoute } from "../../api/routes.ts";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { keyPath, ofEachBalance, payers } from "../../basket/paying-key.ts";
import { formatCount, formatCredits } from "../../format/credits.ts";
import { firstToRunOut, lastsInWords } from "../../format/lasts.ts";
import { Causes } from "../../parts/Causes.tsx";
import { DayBars } from "../../parts/DayBars.tsx";
import { Figure, Figures } from "../../parts/Facts.tsx";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { FailedPage, MoreLink, PageHead, Surface, WideAndNarrow } from "../../parts/Page.tsx";
import { KeyState } from "../../parts/StateBadge.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import classes from "./Home.module.css";
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
	const hasKeys = active.some(({ is_account }) => !is_account);
	return (
		<Stack gap="md">
			<ToDoList toDos={toDos(active, waiting_top_ups)} />
			<Figures>
				<Figure name="Balance" amount={formatCredits(credit_balance)}>
					<Lasting active={active} balances={overview.balances} />
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
					<KeyLines balances={overview.balances} keys={active} />
				</Surface>
			) : null}
		</Stack>
	);
}

interface LastingProps {
	readonly active: readonly Key[];
	readonly balances: AccountOverview["balances"];
}

/** How long the credits last: with several balances, those of the one that runs out first, as none pays for another. */
function Lasting({ active, balances }: LastingProps) {
	const first = firstToRunOut(balances);
	const lasts = first && lastsInWords(first.credit_balance, first.credits_per_day);
	if (balances.length < 2) return lasts ? `credits, enough for ${lasts}` : "credits";
	const payer = ofEachBalance(active).find(({ balance_id }) => balance_id === first?.balance_id);
	return (
		<>
			{`credits in ${balances.length} balances`}
			{lasts && payer ? (
				<>
					; those of <bdi>{payer.client_name}</bdi> last {lasts}
				</>
			) : null}
		</>
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
				days={series.map(({ period, credits_spent }) => ({ period, amount: credits_spent }))}
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
		cell: (key) => <KeyState of={key} />,
	},
	{
		name: "Calls today",
		isNumber: true,
		cell: ({ limits }) => formatCount(limits.requests_per_day - limits.remaining_today),
	},
	{ name: "Spent today", credits: ({ spent_today }) => spent_today },
];

/** The active keys, one per line; a balance that several draw on is shown once. */
function KeyLines({ keys, balances }: { readonly keys: readonly Key[] } & Pick<LastingProps, "balances">) {
	const shown = ofEachBalance(keys);
	const paces = new Map(balances.map((balance) => [balance.balance_id, balance.credits_per_day]));
	const balance: Column<Key> = {
		name: "Balance",
		credits: (key) => (shown.includes(key) ? key.credit_balance : null),
		cell: (key, amount) => (shown.includes(key) ? amount : "the account's"),
	};
	const lasting: Column<Key> = {
		name: "Enough for",
		cell: (key) =>
			(shown.includes(key) && lastsInWords(key.credit_balance, paces.get(key.balance_id) ?? null)) || "–",
	};
	return (
		<DataTable
			columns={[...columns, balance, lasting]}
			isDense
			name="Keys"
			rowKey={({ client_id }) => client_id}
			rows={keys}
		/>
	);
}
