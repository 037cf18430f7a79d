import { NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { skipToken } from "@tanstack/react-query";
import { type Impact, type Prices, useAction, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { creditsInWords, formatChange, formatCount, formatCredits } from "../../../format/credits.ts";
import { DayField } from "../../../parts/DayField.tsx";
import { AmountInput, DialogForm } from "../../../parts/DialogForm.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { done } from "../../../parts/toast.tsx";
import classes from "./Prices.module.css";

/** Until earlier days are aggregated. */
const ADDING_UP_MS = 500;

interface AnnounceDialogProps {
	readonly prices: Prices;
	readonly action: Prices["data"][number]["action"];
	readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const TYPING_MS = 300;

/** Announces a price, showing what it would have amounted to in the last 30 days. */
export function AnnounceDialog({ prices, action: first, onClose }: AnnounceDialogProps) {
	const announce = useAction("POST /admin/prices");
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
			title="Announce a price"
			action="Announce"
			act={announce}
			form={form}
			onSubmit={({ day }) =>
				announce.mutate(
					{
						body: {
							action,
							price: parseAmount(price) ?? 0,
							...(day === "" ? {} : { effective_from: day }),
						},
					},
					done("The price was announced.", onClose),
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
			<DayField
				description="Applies from the start of this day, UTC. Leave empty for 30 days from now."
				label="Takes effect"
				min={firstDay(prices.notice_days)}
				{...form.getInputProps("day")}
			/>
			{impact.error ? <FailureNotice error={impact.error} /> : null}
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
							<span>{formatChange(client.difference)}</span>
						</li>
					))}
				</ul>
			) : null}
		</section>
	);
}
