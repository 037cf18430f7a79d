import { Button, NativeSelect, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { IconTag } from "@tabler/icons-react";
import { skipToken } from "@tanstack/react-query";
import { useState } from "react";
import { type Impact, type PriceChange, type Prices, useAction, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import {
	alignedCredits,
	creditsInWords,
	formatChange,
	formatCount,
	formatCredits,
	signOf,
} from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { DayField } from "../../../parts/DayField.tsx";
import { AmountInput, DialogForm } from "../../../parts/DialogForm.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { type Column, DataTable, EmptyState } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "./Prices.module.css";

/** Prices: announced, current and past. */
export function PricesPage() {
	const prices = useRoute("GET /admin/prices");
	const [action, setAction] = useState<PriceChange["action"]>();
	const [withdrawn, setWithdrawn] = useState<PriceChange>();
	const isFree = prices.data?.are_fixed === false;
	return (
		<>
			<PageHead
				actions={
					<Button
						disabled={!prices.data}
						leftSection={<IconTag size={17} stroke={1.8} />}
						onClick={() => setAction("products.get.info")}
					>
						{isFree ? "Set a price" : "Announce a price"}
					</Button>
				}
				description={
					isFree
						? "Nobody was charged yet, so prices take effect at once. The first charge freezes them: from then on, they are announced 30 days ahead."
						: "New prices must be announced at least 30 days before they take effect, so that everybody can prepare."
				}
				name="Prices"
			/>
			<FailureNotice error={prices.error} onRetry={() => prices.refetch()} />
			{prices.isPending ? <WaitingRows rows={8} /> : null}
			{prices.data ? (
				<Stack gap="1.5rem">
					<PriceSheets onAnnounce={setAction} onWithdraw={setWithdrawn} prices={prices.data} />
				</Stack>
			) : null}
			{prices.data && action !== undefined ? (
				<AnnounceDialog action={action} onClose={() => setAction(undefined)} prices={prices.data} />
			) : null}
			{withdrawn ? <WithdrawDialog change={withdrawn} onClose={() => setWithdrawn(undefined)} /> : null}
		</>
	);
}

interface PriceSheetsProps {
	readonly prices: Prices;
	readonly onAnnounce: (action: PriceChange["action"]) => void;
	readonly onWithdraw: (change: PriceChange) => void;
}

function PriceSheets({ prices, onAnnounce, onWithdraw }: PriceSheetsProps) {
	const { data, upcoming, history } = prices;
	const keyOf = ({ action, effective_from }: PriceChange) => `${action} ${effective_from}`;
	return (
		<>
			<Surface flush title="Announced">
				{upcoming.length === 0 ? (
					<EmptyState icon={IconTag} title="No changes announced" />
				) : (
					<DataTable
						columns={upcomingColumns(data, onWithdraw)}
						name="Announced prices"
						rowKey={keyOf}
						rows={upcoming}
					/>
				)}
			</Surface>
			<Surface flush title="Today">
				<DataTable
					columns={priceColumns(onAnnounce)}
					isDense
					name="Current prices"
					rowKey={({ action }) => action}
					rows={data.filter(({ is_retired }) => !is_retired)}
				/>
			</Surface>
			{history.length === 0 ? null : (
				<Surface description="Prices that took effect, newest first." flush title="History">
					<DataTable columns={historyColumns} isDense name="Former changes" rowKey={keyOf} rows={history} />
				</Surface>
			)}
		</>
	);
}

function WithdrawDialog({ change, onClose }: { readonly change: PriceChange; readonly onClose: () => void }) {
	const { action, effective_from, price } = change;
	const withdraw = useAction("POST /admin/prices/withdraw", { body: { action, effective_from } });
	return (
		<ConfirmDialog
			action="Withdraw"
			act={withdraw}
			done="The price was withdrawn."
			onClose={onClose}
			title="Withdraw this price?"
			typed={actionName(action)}
		>
			The price of <em>{actionName(action)}</em> will not change to {formatCredits(price)} on{" "}
			<Moment at={effective_from} />. Announcing it again takes another 30 days.
		</ConfirmDialog>
	);
}

/** Until earlier days are aggregated. */
const ADDING_UP_MS = 500;

interface AnnounceDialogProps {
	readonly prices: Prices;
	readonly action: Prices["data"][number]["action"];
	readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const TYPING_MS = 300;

/** Announces a price, or sets it before the first charge, showing what it would have amounted to in the last 30 days. */
function AnnounceDialog({ prices, action: first, onClose }: AnnounceDialogProps) {
	const announce = useAction("POST /admin/prices");
	const isFree = !prices.are_fixed;
	const form = useForm({
		initialValues: { action: first, price: "", day: "" },
		validate: { price: (text) => amountProblem(text, 0) },
	});
	const { action, price } = form.values;
	const [asked] = useDebouncedValue(parseAmount(price), TYPING_MS);
	const today = prices.data.find((each) => each.action === action);
	const impact = useRoute(
		"GET /admin/prices/impact",
		asked === undefined ? skipToken : { query: { action, price: asked } },
		{ refetchInterval: ({ state }) => (state.data?.is_complete === false ? ADDING_UP_MS : false) },
	);
	return (
		<DialogForm
			onClose={onClose}
			size="lg"
			title={isFree ? "Set a price" : "Announce a price"}
			action={isFree ? "Set" : "Announce"}
			act={announce}
			form={form}
			onSubmit={({ day }) =>
				announce.mutate(
					{
						body: {
							action,
							price: parseAmount(price) ?? 0,
							...(isFree ? { at_once: true } : day === "" ? {} : { effective_from: day }),
						},
					},
					done(isFree ? "The price was set." : "The price was announced.", onClose),
				)
			}
			refusals={{ notice_too_short: "day" }}
		>
			<NativeSelect
				data={prices.data
					.filter((each) => !each.is_retired)
					.map((each) => ({ value: each.action, label: actionName(each.action) }))}
				description={today?.description}
				label="For"
				{...form.getInputProps("action")}
			/>
			<AmountInput
				data-autofocus
				description={`${formatCredits(today?.price ?? 0)} today`}
				label="New price"
				{...form.getInputProps("price")}
			/>
			{isFree ? null : (
				<DayField
					description="Applies from the start of this day, UTC. Leave empty for 30 days from now."
					label="Takes effect"
					min={firstDay(prices.notice_days)}
					{...form.getInputProps("day")}
				/>
			)}
			<FailureNotice error={impact.error} />
			{impact.data ? <ImpactView impact={impact.data} /> : null}
		</DialogForm>
	);
}

/** The first whole UTC day that is far enough ahead. */
function firstDay(noticeDays: number): string {
	return new Date(Date.now() + (noticeDays + 1) * DAY_MS).toISOString().slice(0, 10);
}

/** What a price would have amounted to in the 30 days before today, in total and by client. */
function ImpactView({ impact }: { readonly impact: Impact }) {
	const { credits, would_be, difference, clients, client_count, is_estimate, is_complete } = impact;
	const format = alignedCredits(clients.map((client) => client.difference));
	if (!is_complete) return <p role="status">Adding up the 30 days before today…</p>;
	return (
		<section aria-label="What it would have cost" className={classes.impact}>
			<h3>In the 30 days before today</h3>
			{client_count === 0 ? (
				<p>Nobody was charged for it.</p>
			) : (
				<p>
					{creditsInWords(would_be)} instead of {formatCredits(credits)} ({formatChange(difference)}), for{" "}
					{client_count === 1 ? "one key" : `${formatCount(client_count)} keys`}.
				</p>
			)}
			{is_estimate ? (
				<p>This is an estimate: the action was free, or its price changed during a day.</p>
			) : null}
			{clients.length > 0 ? (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: needed for scrolling with the keyboard
				<ul aria-label="By client" className={classes.clients} tabIndex={0}>
					{clients.map((client) => (
						<li key={client.client_id}>
							<bdi>{client.client_name}</bdi>
							<span>{`${signOf(client.difference)}${format(Math.abs(client.difference))}`}</span>
						</li>
					))}
				</ul>
			) : null}
		</section>
	);
}

type Price = Prices["data"][number];

/** An action by its name, and what exactly is charged. */
function Named({ action, children }: { readonly action: string; readonly children?: string }) {
	return (
		<Stack gap={0} miw={0}>
			<strong>{actionName(action)}</strong>
			{children === undefined ? null : <span className="note">{children}</span>}
		</Stack>
	);
}

function priceColumns(onAnnounce: (action: Price["action"]) => void): readonly Column<Price>[] {
	return [
		{
			name: "For",
			isTitle: true,
			cell: ({ action, description }) => <Named action={action}>{description}</Named>,
		},
		{
			name: "Since",
			cell: ({ in_force_since }) => (in_force_since === null ? "Always" : <Moment at={in_force_since} />),
		},
		{ name: "Credits", credits: ({ price }) => price },
		{
			name: "Actions",
			isActions: true,
			cell: ({ action }) => (
				<Button
					aria-label={`Change the price of ${actionName(action)}`}
					onClick={() => onAnnounce(action)}
					size="xs"
					variant="default"
				>
					Change
				</Button>
			),
		},
	];
}

function upcomingColumns(
	today: readonly Price[],
	onWithdraw: (change: PriceChange) => void,
): readonly Column<PriceChange>[] {
	const now = new Map(today.map(({ action, price }) => [action, price]));
	return [
		{ name: "For", isTitle: true, cell: ({ action }) => <Named action={action} /> },
		{ name: "Takes effect", cell: ({ effective_from }) => <Moment at={effective_from} /> },
		{ name: "Announced", cell: ({ announced_at }) => <Moment at={announced_at} /> },
		{ name: "Today", credits: ({ action }) => now.get(action) ?? 0 },
		{ name: "Credits", credits: ({ price }) => price },
		{
			name: "Actions",
			isActions: true,
			cell: (change) => (
				<Button
					aria-label={`Withdraw the price of ${actionName(change.action)}`}
					onClick={() => onWithdraw(change)}
					size="xs"
					variant="default"
				>
					Withdraw
				</Button>
			),
		},
	];
}

const historyColumns: readonly Column<PriceChange>[] = [
	{ name: "For", isTitle: true, cell: ({ action }) => <Named action={action} /> },
	{ name: "Took effect", cell: ({ effective_from }) => <Moment at={effective_from} /> },
	{ name: "Announced", cell: ({ announced_at }) => <Moment at={announced_at} /> },
	{ name: "Credits", credits: ({ price }) => price },
];
