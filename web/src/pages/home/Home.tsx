import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "react-router";
import { type AccountOverview, type Key, useRoute } from "../../api/routes.ts";
import { formatCount, formatCredits, formatExact } from "../../format/credits.ts";
import { formatPeriod } from "../../format/dates.ts";
import { Causes } from "../../parts/Causes.tsx";
import { DayBars } from "../../parts/DayBars.tsx";
import { Figure, Figures } from "../../parts/Facts.tsx";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { FailedPage, MoreLink, PageHead, Surface, WideAndNarrow } from "../../parts/Page.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { CreateKeyDialog, NoKeyYet } from "../keys/CreateKeyDialog.tsx";
import classes from "./Home.module.css";
import { lastsInWords } from "./lasts.ts";
import { type ToDo, toDos } from "./to-do.ts";

/** The number of days in `GET /overview`. */
const DAYS = 30;

/** Balance and spending of all keys, failures, and what there is to do. */
export function Home() {
	const keys = useRoute("GET /keys");
	const overview = useRoute("GET /overview");
	const [isCreating, dialog] = useDisclosure(false);
	const error = keys.error ?? overview.error;
	if (error) {
		const retry = () => Promise.all([keys.refetch(), overview.refetch()]);
		return <FailedPage error={error} name="Home" onRetry={retry} title="Your keys could not be loaded" />;
	}
	if (!keys.data || !overview.data) return <WaitingPage />;
	const active = keys.data.data.filter(({ state }) => state === "active");
	return (
		<>
			<PageHead description="All your keys together." name="Home" />
			{keys.data.data.length === 0 ? (
				<NoKeyYet onCreate={dialog.open} />
			) : (
				<Answers active={active} overview={overview.data} />
			)}
			<CreateKeyDialog onClose={dialog.close} opened={isCreating} />
		</>
	);
}

interface AnswersProps {
	readonly active: readonly Key[];
	readonly overview: AccountOverview;
}

function Answers({ active, overview }: AnswersProps) {
	const { totals, series, refusals, credit_balance, waiting_top_ups } = overview;
	return (
		<Stack gap="md">
			<ToDoList toDos={toDos(active, waiting_top_ups)} />
			<Figures>
				<Figure name="Balance" amount={formatCredits(credit_balance)}>
					{active.length === 1 ? "credits on one key" : `credits on ${active.length} keys`}
					{lastsInWords(credit_balance, totals.credits_spent / DAYS)}
				</Figure>
				<Figure name="Spent in 30 days" amount={formatCredits(totals.credits_spent)}>
					{`credits, ${formatCredits(Number((totals.credits_spent / DAYS).toFixed(2)))} a day`}
				</Figure>
				<Figure name="Calls in 30 days" amount={formatCount(totals.requests)}>
					{totals.refused === 0 ? "none refused" : `${formatCount(totals.refused)} refused`}
				</Figure>
			</Figures>
			<WideAndNarrow>
				<Surface description="Credits, by UTC day." title="Spent by day">
					<DayBars
						days={series.map(({ period, credits_spent }) => ({
							label: formatPeriod(period, "day"),
							amount: credits_spent,
						}))}
						name="Spent by day"
						unit="credits"
					/>
				</Surface>
				<Surface description="In 30 days. Refusals cost nothing." title="Refused calls">
					<Causes causes={refusals} />
				</Surface>
			</WideAndNarrow>
			<Surface actions={<MoreLink to="/keys">All keys</MoreLink>} flush title="Keys">
				<KeyLines keys={active} />
			</Surface>
		</Stack>
	);
}

/** What there is to do; renders nothing if the list is empty. */
function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
	if (toDos.length === 0) return null;
	return (
		<Surface title="What needs doing">
			<ul className={classes.toDos}>
				{toDos.map(({ clientId, keyName, text, to, action }) => (
					<li key={`${clientId} ${text}`}>
						<span>
							<Link className={classes.key} to={`/keys/${clientId}`}>
								<bdi>{keyName}</bdi>
							</Link>{" "}
							{text}
						</span>
						<Button component={Link} size="xs" to={`/keys/${clientId}/${to}`} variant="light">
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
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name }) => (
			<Link className={classes.key} to={`/keys/${client_id}`}>
				<bdi>{client_name}</bdi>
			</Link>
		),
	},
	{
		name: "State",
		cell: ({ state, balance_is_low }) => <StateBadge state={balance_is_low ? "low" : state} />,
	},
	{
		name: "Requests today",
		isNumber: true,
		cell: ({ limits }) => formatCount(limits.requests_per_day - limits.remaining_today),
	},
	{ name: "Spent today", isNumber: true, cell: ({ spent_today }) => formatExact(spent_today) },
	{ name: "Balance", isNumber: true, cell: ({ credit_balance }) => formatExact(credit_balance) },
];

/** The active keys, one per line. */
function KeyLines({ keys }: { readonly keys: readonly Key[] }) {
	return (
		<DataTable columns={columns} isDense name="Keys" rowKey={({ client_id }) => client_id} rows={keys} />
	);
}
