import { useDisclosure } from "@mantine/hooks";
import type { AccountOverview, Key } from "../../api/shapes.ts";
import { useRoute } from "../../api/use-route.ts";
import { formatCount, formatCredits } from "../../format/credits.ts";
import { formatPeriod } from "../../format/dates.ts";
import { Causes } from "../../parts/Causes.tsx";
import { DayBars } from "../../parts/DayBars.tsx";
import { FailedPage } from "../../parts/FailedPage.tsx";
import { Figure, Figures } from "../../parts/Figures.tsx";
import { MoreLink } from "../../parts/MoreLink.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { WideAndNarrow } from "../../parts/WideAndNarrow.tsx";
import { CreateKeyDialog } from "../keys/CreateKeyDialog.tsx";
import { NoKeyYet } from "../keys/NoKeyYet.tsx";
import classes from "./Home.module.css";
import { KeyLines } from "./KeyLines.tsx";
import { lastsInWords } from "./lasts.ts";
import { ToDoList } from "./ToDoList.tsx";
import { toDos } from "./to-do.ts";

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
		<div className={classes.home}>
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
		</div>
	);
}
