import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCoins } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { KEPT, type Key, useAction, useRoute } from "../../../api/routes.ts";
import { isOnAccount } from "../../../basket/paying-key.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { countInWords, creditsInWords, formatCount, formatCredits } from "../../../format/credits.ts";
import { lastDays } from "../../../format/dates.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { DayBars } from "../../../parts/DayBars.tsx";
import { AmountInput } from "../../../parts/DialogForm.tsx";
import { Fact, Facts, Figure, Figures } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { MoreLink, Surface, WideAndNarrow } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { callColumns } from "../calls/call-columns.tsx";
import { useShownKey } from "../KeyPage.tsx";
import accessClasses from "./AccessFacts.module.css";
import classes from "./Overview.module.css";

/** Balance, spending and failures of a key, and the limits set by its owner. */
export function Overview() {
	const key = useShownKey();
	const { client_id, state, is_account } = key;
	const limits = state === "active" ? <SpendingForm apiKey={key} key={client_id} /> : null;
	return (
		<Stack gap="md">
			<NextStep apiKey={key} />
			<KeyFigures apiKey={key} />
			<WideAndNarrow>
				<Spend apiKey={key} />
				{is_account ? limits : <Refusals clientId={client_id} />}
			</WideAndNarrow>
			{is_account ? null : (
				<>
					<RecentCalls apiKey={key} />
					<div className={classes.columns}>
						{limits}
						<AccessFacts apiKey={key} />
					</div>
				</>
			)}
		</Stack>
	);
}

/** What the owner should do now, if anything: a key without credits, or one that will soon have none. */
function NextStep({ apiKey }: { readonly apiKey: Key }) {
	const { state, credit_balance, balance_is_low, low_balance_credits, is_account } = apiKey;
	if (state !== "active") return null;
	if (credit_balance === 0) {
		return is_account ? (
			<Step title="You have no credits">
				Products can be found and priced. To order them, ask for credits first.
			</Step>
		) : (
			<Step title="There are no credits">
				Calls that cost credits are refused. Listings, balance and usage are still free of charge.
			</Step>
		);
	}
	if (!balance_is_low || low_balance_credits === null) return null;
	return (
		<Step title={`${creditsInWords(credit_balance)} left`}>
			That is below your mark of {creditsInWords(low_balance_credits)}.
		</Step>
	);
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Alert color="marigold" icon={<IconCoins />} title={title}>
			<div className={classes.start}>
				<span>{children}</span>
				<Button component={Link} to="top-ups">
					Ask for credits
				</Button>
			</div>
		</Alert>
	);
}

const SHOWN = 6;

function RecentCalls({ apiKey: { client_id, state } }: { readonly apiKey: Key }) {
	const calls = useRoute("GET /keys/{client_id}/calls", { path: { client_id }, query: { limit: SHOWN } });
	return (
		<Surface actions={<MoreLink to="calls">All calls</MoreLink>} flush title="Recent calls">
			<Listing
				columns={callColumns(state === "active" ? client_id : undefined)}
				isDense
				name="Recent calls"
				query={calls}
				rowKey={({ request_id }) => request_id}
				waiting={SHOWN}
			>
				<p className={classes.none}>None yet.</p>
			</Listing>
		</Surface>
	);
}

const DAYS = 30;
const MOST_SHOWN = 6;

/** Why calls of the last thirty days were refused; each cause leads to its calls. */
function Refusals({ clientId }: { readonly clientId: string }) {
	const refusals = useRoute("GET /keys/{client_id}/refusals", {
		path: { client_id: clientId },
		query: { days: DAYS },
	});
	const causes = refusals.data?.data ?? [];
	const total = causes.reduce((sum, { requests }) => sum + requests, 0);
	return (
		<Surface
			description={refusals.data ? `${formatCount(total)} in 30 days; refusals cost nothing.` : undefined}
			title="Refused calls"
		>
			<FailureNotice error={refusals.error} onRetry={() => refusals.refetch()} />
			{refusals.isPending ? <Skeleton height={120} /> : null}
			{refusals.data ? (
				<Causes
					causes={causes.slice(0, MOST_SHOWN)}
					pathOf={(error) => `calls?${new URLSearchParams({ error })}`}
				/>
			) : null}
		</Surface>
	);
}

const SPEND_DAYS = 30;

/** What the key spent in the last thirty days. */
function Spend({ apiKey: { client_id: clientId, is_account } }: { readonly apiKey: Key }) {
	const usage = useRoute(
		"GET /keys/{client_id}/usage",
		{ path: { client_id: clientId }, query: { granularity: "day", ...lastDays(SPEND_DAYS, Date.now()) } },
		KEPT,
	);
	const totals = usage.data?.totals;
	return (
		<Surface
			actions={<MoreLink to={is_account ? "/spending" : `/spending?key=${clientId}`}>Spending</MoreLink>}
			description={
				totals
					? `${creditsInWords(totals.credits_spent)} for ${countInWords(totals.requests, "call")}.`
					: undefined
			}
			title="Spent in 30 days"
		>
			<FailureNotice error={usage.error} onRetry={() => usage.refetch()} />
			{usage.isPending ? <Skeleton height={120} /> : null}
			{usage.data ? (
				<DayBars
					days={usage.data.series.map(({ period, credits_spent }) => ({ period, amount: credits_spent }))}
					name="Spent by day"
					unit="credits"
				/>
			) : null}
		</Surface>
	);
}

/** What the operator has decided about this key. */
function AccessFacts({ apiKey }: { readonly apiKey: Key }) {
	const { tier, created_at, expires_at, locks, allow_ip } = apiKey;
	return (
		<Surface description="Set by the operator of this service." title="Access">
			<Facts layout="lines">
				<Fact name="Tier">{tier === "enterprise" ? "Enterprise" : "Standard"}</Fact>
				<Fact name="Created">
					<Moment at={created_at} />
				</Fact>
				<Fact name="Expires">{expires_at === null ? "Never" : <Moment at={expires_at} />}</Fact>
				<Fact name="May call from">{allow_ip.length === 0 ? "Any address" : <Codes texts={allow_ip} />}</Fact>
				<Fact name="Locked">{locks.length === 0 ? "Nothing" : <Codes texts={locks} />}</Fact>
			</Facts>
		</Surface>
	);
}

function Codes({ texts }: { readonly texts: readonly string[] }) {
	return (
		<span className={accessClasses.codes}>
			{texts.map((text) => (
				<code key={text}>{text}</code>
			))}
		</span>
	);
}

/** Balance, spending and remaining limits, updated live. */
function KeyFigures({ apiKey }: { readonly apiKey: Key }) {
	const { credit_balance, spent_today, limits, low_balance_credits, balance_is_low, state, is_account } =
		apiKey;
	const account = useRoute("GET /keys").data?.account;
	const isShared = !is_account && isOnAccount(apiKey, account);
	const credits = isShared ? "credits of your account" : "credits";
	const requestsToday = formatCount(limits.requests_per_day - limits.remaining_today);
	if (state !== "active")
		return (
			<Figures>
				<Figure amount={formatCredits(credit_balance)} name="Balance">
					{isShared ? credits : "credits that cannot be spent"}
				</Figure>
				<Figure amount={formatCredits(spent_today)} name="Spent today">
					credits
				</Figure>
				<Figure amount={requestsToday} name="Calls today">
					all further calls are refused
				</Figure>
			</Figures>
		);
	return (
		<Figures>
			<Figure amount={formatCredits(credit_balance)} name="Balance">
				{low_balance_credits === null
					? credits
					: `${credits}, ${balance_is_low ? "below" : "above"} your mark of ${formatCredits(low_balance_credits)}`}
			</Figure>
			<SpentToday apiKey={apiKey} />
			{apiKey.monthly_cap_credits === null ? null : <SpentThisMonth apiKey={apiKey} />}
			{is_account ? null : <RequestFigures limits={limits} />}
		</Figures>
	);
}

function RequestFigures({ limits }: Pick<Key, "limits">) {
	return (
		<>
			<Figure
				amount={formatCount(limits.requests_per_minute - limits.remaining_this_minute)}
				name="Calls this minute"
				share={used(limits.remaining_this_minute, limits.requests_per_minute)}
			>
				of {formatCount(limits.requests_per_minute)} allowed
			</Figure>
			<Figure
				amount={formatCount(limits.requests_per_day - limits.remaining_today)}
				name="Calls today"
				share={used(limits.remaining_today, limits.requests_per_day)}
			>
				of {formatCount(limits.requests_per_day)} allowed until midnight UTC
			</Figure>
		</>
	);
}

function SpentToday({ apiKey: { spent_today, daily_cap_credits } }: { readonly apiKey: Key }) {
	return (
		<Figure
			amount={formatCredits(spent_today)}
			name="Spent today"
			share={daily_cap_credits ? spent_today / daily_cap_credits : undefined}
		>
			{daily_cap_credits === null
				? "credits, no daily cap"
				: `of a daily cap of ${formatCredits(daily_cap_credits)}`}
		</Figure>
	);
}

function SpentThisMonth({ apiKey: { spent_this_month, monthly_cap_credits } }: { readonly apiKey: Key }) {
	return (
		<Figure
			amount={formatCredits(spent_this_month)}
			name="Spent this month"
			share={monthly_cap_credits ? spent_this_month / monthly_cap_credits : undefined}
		>
			of a monthly cap of {formatCredits(monthly_cap_credits ?? 0)}
		</Figure>
	);
}

function used(remaining: number, limit: number): number {
	return limit === 0 ? 1 : 1 - remaining / limit;
}

/** The owner's own limits: when to be warned, and the maximum cost per day. */
function SpendingForm({ apiKey }: { readonly apiKey: Key }) {
	const change = useAction("PATCH /keys/{client_id}", { path: { client_id: apiKey.client_id } });
	const form = useForm({
		initialValues: {
			low: textOf(apiKey.low_balance_credits),
			day: textOf(apiKey.daily_cap_credits),
			month: textOf(apiKey.monthly_cap_credits),
		},
		validate: { low: optional, day: optional, month: optional },
	});
	return (
		<Surface description="Leave a field empty for no limit." title="Spending">
			<Form
				error={change.error}
				form={form}
				onSubmit={({ low, day, month }) =>
					change.mutate(
						{
							body: {
								low_balance_credits: amountOf(low),
								daily_cap_credits: amountOf(day),
								monthly_cap_credits: amountOf(month),
							},
						},
						done("Saved.", () => form.resetDirty()),
					)
				}
			>
				<AmountInput
					description="When the balance falls below this, these pages show it and, if mail is on, owners and buyers get a mail."
					label="Low-balance mark"
					placeholder="None"
					{...form.getInputProps("low")}
				/>
				<AmountInput
					description="What would go over this in one UTC day is refused. At 50, 80 and 100 % these pages show it, and owners and developers get a mail."
					label="Daily cap"
					placeholder="None"
					{...form.getInputProps("day")}
				/>
				<AmountInput
					description="The same for a calendar month, UTC."
					label="Monthly cap"
					placeholder="None"
					{...form.getInputProps("month")}
				/>
				<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
					Save
				</Button>
			</Form>
		</Surface>
	);
}

/** An empty field means no limit. */
function optional(text: string): string | null {
	return text.trim() === "" ? null : amountProblem(text, 0);
}

function amountOf(text: string): number | null {
	return parseAmount(text) ?? null;
}

function textOf(credits: number | null): string {
	return credits === null ? "" : formatCredits(credits);
}
