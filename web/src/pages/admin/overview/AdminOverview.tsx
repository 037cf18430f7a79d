import { Anchor, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { KEPT, type AdminOverview as Overview, POLLED, usePages, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import {
	countInWords,
	creditsInWords,
	formatCount,
	formatCredits,
	formatPercent,
} from "../../../format/credits.ts";
import { formatDay, formatMoment } from "../../../format/dates.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { DayBars } from "../../../parts/DayBars.tsx";
import { Figure, Figures } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { MoreLink, PageHead, Surface, WideAndNarrow } from "../../../parts/Page.tsx";
import { ProductName } from "../../../parts/ProductName.tsx";
import { type AdminPage, mayOpen } from "../../../shell/admin-pages.ts";
import { ImportStateBadge } from "../imports/ImportStateBadge.tsx";
import { nameOf } from "../imports/import-state.ts";
import { useImports } from "../imports/use-imports.ts";
import { TopUpDecisions } from "../TopUpDecisions.tsx";
import classes from "./AdminOverview.module.css";
import { CheckList } from "./CheckList.tsx";
import { Tasks } from "./Tasks.tsx";

/** The start page of accounts with a role: first what is waiting for them, then how the service is doing. */
export function AdminOverview() {
	const account = useSession().data?.account;
	const may = (page: AdminPage) => account != null && mayOpen(account, page);
	return (
		<>
			<PageHead description="What is waiting for you, and how the service is doing." name="Overview" />
			<Stack gap="md">
				{may("/admin/settings") ? <CheckList /> : null}
				{may("/admin/top-ups") ? <WaitingQueue /> : null}
				{may("/admin/review") ? <WaitingReviewList /> : null}
				{may("/admin/activity") ? <ForAdministrators /> : may("/admin/imports") ? <NewestImports /> : null}
			</Stack>
		</>
	);
}

function ForAdministrators() {
	return (
		<>
			<Today />
			<Tasks />
			<WideAndNarrow>
				<RecentActivity />
				<NewestImports />
			</WideAndNarrow>
		</>
	);
}

const SHOWN = 5;

/** The pending top-ups, which can be decided here. */
function WaitingQueue() {
	const queue = useRoute(
		"GET /admin/top-ups",
		{ query: { state: "requested", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = queue.data?.data ?? [];
	const total = queue.data?.pagination.total ?? 0;
	const asked = rows.reduce((sum, { credits }) => sum + credits, 0);
	return (
		<Surface
			actions={<MoreLink to="/admin/top-ups">{total > SHOWN ? `All ${total}` : "All top-ups"}</MoreLink>}
			description={
				rows.length > 0 && total === rows.length ? `${creditsInWords(asked)} in total.` : undefined
			}
			flush
			title={total > 0 ? `Waiting top-ups (${total})` : "Waiting top-ups"}
		>
			<TopUpDecisions query={queue} waiting={2}>
				<p className={classes.nothing}>
					<IconCheck aria-hidden="true" size={18} /> Nothing is waiting. New top-ups appear here
					automatically.
				</p>
			</TopUpDecisions>
		</Surface>
	);
}

/** The proposals waiting for review, oldest first. */
function WaitingReviewList() {
	const reviews = useRoute(
		"GET /admin/review",
		{ query: { state: "waiting", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = reviews.data?.data ?? [];
	const total = reviews.data?.pagination.total ?? 0;
	return (
		<Surface
			actions={<MoreLink to="/admin/review">{total > SHOWN ? `All ${total}` : "All reviews"}</MoreLink>}
			title={total > 0 ? `Waiting reviews (${total})` : "Waiting reviews"}
		>
			<FailureNotice error={reviews.error} onRetry={() => reviews.refetch()} />
			{reviews.data && rows.length === 0 ? (
				<p className="quiet">
					<IconCheck aria-hidden="true" size={18} /> No suggestions are waiting.
				</p>
			) : null}
			<ul className={classes.events}>
				{rows.map((review) => (
					<li key={review.proposal_id}>
						<Anchor className={classes.event} component={Link} to="/admin/review">
							<ProductName>{review.name ?? review.barcode}</ProductName>
						</Anchor>
						<span className="note">
							<bdi>{review.ownership}</bdi>, <Ago at={review.proposed_at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

function NewestImports() {
	const imports = useImports({}, SHOWN);
	const rows = imports.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/imports">All imports</MoreLink>} title="Newest imports">
			<FailureNotice error={imports.error} onRetry={() => imports.refetch()} />
			{imports.isPending ? <Skeleton height={60} /> : null}
			{imports.data && rows.length === 0 ? <p className="quiet">Nothing has been imported yet.</p> : null}
			<ul className={classes.events}>
				{rows.map((batch) => (
					<li key={batch.import_id}>
						<Anchor className={classes.event} component={Link} to={`/admin/imports/${batch.import_id}`}>
							<bdi dir="auto">{nameOf(batch)}</bdi>
						</Anchor>
						<span className="note">
							<Ago at={batch.created_at} /> <ImportStateBadge batch={batch} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

const SHOWN_EVENTS = 6;

/** The latest changes, one per line. */
function RecentActivity() {
	const events = usePages("GET /admin/events", { query: { limit: SHOWN_EVENTS } });
	const rows = events.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/activity">All activity</MoreLink>} title="Recent activity">
			<FailureNotice error={events.error} onRetry={() => events.refetch()} />
			{events.isPending ? <Skeleton height={120} /> : null}
			{events.data && rows.length === 0 ? <p className="quiet">Nothing has happened yet.</p> : null}
			<ul className={classes.events}>
				{rows.map(({ event_id, what, account_email, at }) => (
					<li key={event_id}>
						<span className={classes.event}>{what}</span>
						<span className="note">
							<bdi>{account_email ?? "Command line"}</bdi>, <Ago at={at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}

/** While earlier days are being aggregated. */
const ADDING_UP_MS = 2000;

/** All keys together: since midnight UTC, per day before that, and why calls were refused. */
function Today() {
	const overview = useRoute(
		"GET /admin/overview",
		{},
		{
			refetchInterval: ({ state }) =>
				state.data?.is_complete === false ? ADDING_UP_MS : POLLED.refetchInterval,
		},
	);
	if (overview.error) return <FailureNotice error={overview.error} onRetry={() => overview.refetch()} />;
	if (!overview.data) return <Skeleton height={110} radius="lg" />;
	const { day, refusals, series, is_complete } = overview.data;
	return (
		<>
			<TodayFigures overview={overview.data} />
			<Backups backups={overview.data.backups} />
			<WideAndNarrow>
				<ThirtyDays isComplete={is_complete} series={series} />
				<Surface description={`${formatDay(day)}, UTC. Refusals cost nothing.`} title="Refused today">
					<Causes causes={refusals} />
				</Surface>
			</WideAndNarrow>
		</>
	);
}

function TodayFigures({ overview }: { readonly overview: Overview }) {
	const { requests, credits_spent, keys_in_use, refused, rate_limited, faults, latency } = overview;
	const answers = latencyInWords(latency);
	return (
		<Figures>
			<Figure amount={formatCount(requests)} name="Calls today">
				by {countInWords(keys_in_use, "key")}
			</Figure>
			<Figure amount={formatCredits(credits_spent)} name="Spent today">
				credits
			</Figure>
			<Figure amount={formatCount(refused)} name="Refused today">
				{requests === 0 ? "of no calls" : `${formatPercent(refused / requests)} of all calls`}
			</Figure>
			<Figure amount={formatCount(rate_limited)} name="Too many calls">
				refused with 429
			</Figure>
			<Figure amount={formatCount(faults)} name="Server errors">
				answered with 5xx
			</Figure>
			<Figure amount={answers.amount} name="Latency">
				{answers.words}
			</Figure>
		</Figures>
	);
}

/** Response time, as a figure and what it means. */
function latencyInWords(latency: Overview["latency"]): {
	readonly amount: string;
	readonly words: string;
} {
	if (latency === null) return { amount: "–", words: "not measured: metrics are off" };
	if (latency.requests === 0) return { amount: "–", words: `no calls since ${formatMoment(latency.since)}` };
	const amount = latency.p95_ms === null ? "> 5,000 ms" : `≤ ${formatCount(latency.p95_ms)} ms`;
	return { amount, words: `95% of answers since ${formatMoment(latency.since)}` };
}

const SUMS = {
	requests: { label: "Calls", unit: "calls" },
	credits_spent: { label: "Credits", unit: "credits" },
	refused: { label: "Refused", unit: "refused calls" },
	rate_limited: { label: "429", unit: "calls refused with 429" },
	faults: { label: "5xx", unit: "calls answered with 5xx" },
} as const;
type Sum = keyof typeof SUMS;

const KINDS = Object.entries(SUMS).map(([value, { label }]) => ({ value, label }));

/** One of the daily sums, as bars. */
function ThirtyDays({
	series,
	isComplete,
}: {
	readonly series: Overview["series"];
	readonly isComplete: boolean;
}) {
	const [shown, show] = useState<Sum>("requests");
	const total = series.reduce((sum, day) => sum + day[shown], 0);
	const { unit } = SUMS[shown];
	return (
		<Surface
			description={
				isComplete ? `${formatCredits(total)} ${unit}, by UTC day.` : "Earlier days are still being added up."
			}
			title="Last 30 days"
		>
			<SegmentedControl
				aria-label="What is shown by day"
				maw="100%"
				mb="md"
				data={KINDS}
				onChange={(value) => {
					if (Object.hasOwn(SUMS, value)) show(value as Sum);
				}}
				size="xs"
				value={shown}
			/>
			<DayBars
				days={series.map((day) => ({ period: day.period, amount: day[shown] }))}
				name="By day"
				unit={unit}
			/>
		</Surface>
	);
}

type Attempt = NonNullable<Overview["backups"]["backup"]>;

/** The last regular backup, and the last one restored on trial; nothing where there never was one. */
function Backups({ backups: { backup, drill } }: Pick<Overview, "backups">) {
	if (!backup) return null;
	return (
		<Surface title="Backups">
			<ul className={classes.events}>
				<Line attempt={backup} name="Last backup" />
				{drill ? <Line attempt={drill} name="Last restored on trial" /> : null}
			</ul>
		</Surface>
	);
}

function Line({ attempt, name }: { readonly attempt: Attempt; readonly name: string }) {
	const { failure, made, began_at, last_success_at } = attempt;
	return (
		<li>
			<span className={classes.event}>
				<strong>
					{name} {failure === null ? "succeeded" : "failed"}
				</strong>
				: <bdi dir="auto">{failure ?? made}</bdi>
			</span>
			<span className="note">
				<Ago at={began_at} />
				{failure === null ? null : last_success_at === null ? (
					", never succeeded"
				) : (
					<>
						, last success <Ago at={last_success_at} />
					</>
				)}
			</span>
		</li>
	);
}
