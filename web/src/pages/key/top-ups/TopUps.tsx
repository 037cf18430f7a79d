import { Button, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCoins } from "@tabler/icons-react";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { type Key, type TopUp, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { useMay } from "../../../api/use-may.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { creditsInWords, sumOfCredits } from "../../../format/credits.ts";
import { lastsInWords } from "../../../format/lasts.ts";
import { formatMoney, formatUnitPrice } from "../../../format/money.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { AmountInput } from "../../../parts/DialogForm.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Form } from "../../../parts/Form.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { useShownKey } from "../KeyPage.tsx";
import { AutomaticTopUp } from "./AutomaticTopUp.tsx";
import { PayByCard } from "./PayByCard.tsx";
import { Payments } from "./Payments.tsx";
import classes from "./TopUps.module.css";

/** Requests credits, and shows the state of earlier requests. */
export function TopUps() {
	const key = useShownKey();
	const { buy } = useMay();
	const byCard = useSession().data?.service.pays_by_card ?? false;
	const topUps = useRoute("GET /keys/{client_id}/top-ups", { path: { client_id: key.client_id } });
	return (
		<div className={classes.columns}>
			{buy && key.state === "active" ? (
				<Stack gap="md">
					{byCard ? <PayByCard apiKey={key} /> : null}
					<AskForm apiKey={key} />
				</Stack>
			) : null}
			<Stack gap="md">
				{byCard ? <AutomaticTopUp apiKey={key} /> : null}
				{byCard ? <Payments clientId={key.client_id} /> : null}
				<Surface flush title="Top-ups asked for">
					<Listing
						query={topUps}
						waiting={3}
						columns={topUpColumns}
						name="Top-ups"
						rowKey={({ top_up_id }) => top_up_id}
					>
						<EmptyState icon={IconCoins} title="No top-up yet">
							What you asked for appears here, with the decision.
						</EmptyState>
					</Listing>
				</Surface>
			</Stack>
		</div>
	);
}

const LEAST_CREDITS = 0.0001;

function AskForm({ apiKey }: { readonly apiKey: Key }) {
	const ask = useAction("POST /keys/{client_id}/top-ups", { path: { client_id: apiKey.client_id } });
	const payment = useSession().data?.service.payment_note ?? null;
	const key = useIdempotencyKey();
	const [address] = useAddress();
	const form = useForm({
		initialValues: { credits: address.get("credits") ?? "", note: "" },
		validate: { credits: (credits) => amountProblem(credits, LEAST_CREDITS) },
	});
	return (
		<Surface
			description="The credits are added as soon as an administrator approves."
			title="Ask for credits"
		>
			<Form
				error={ask.error}
				form={form}
				onSubmit={({ credits, note }) =>
					ask.mutate(
						{
							body: {
								credits: parseAmount(credits) ?? 0,
								...(note.trim() === "" ? {} : { note: note.trim() }),
								idempotency_key: key.current(),
							},
						},
						{
							onError: key.renewAfter,
							onSuccess: (topUp) => {
								key.renew();
								form.setValues({ credits: "", note: "" });
								notifySuccess(`You asked for ${creditsInWords(topUp.credits)}.`);
							},
						},
					)
				}
			>
				<AmountInput label="Credits" {...form.getInputProps("credits")} />
				<AskedFacts apiKey={apiKey} credits={parseAmount(form.getValues().credits)} />
				{payment === null ? null : (
					<p className={classes.payment} dir="auto">
						{payment}
					</p>
				)}
				<Textarea
					description="For the administrator, such as a purchase order number."
					label="Note"
					maxLength={500}
					{...form.getInputProps("note")}
				/>
				<Button loading={ask.isPending} type="submit">
					Ask for credits
				</Button>
			</Form>
		</Surface>
	);
}

interface AskedFactsProps {
	readonly apiKey: Key;
	/** What is typed; undefined if that is no amount. */
	readonly credits: number | undefined;
}

/** What the credits cost, what waits already, and how long the balance will last with both at the pace of late. */
function AskedFacts({ apiKey, credits = 0 }: AskedFactsProps) {
	const price = useSession().data?.service.credit_price ?? null;
	const paces = useRoute("GET /overview").data?.balances ?? [];
	const pace = paces.find(({ balance_id }) => balance_id === apiKey.balance_id);
	const waiting = useWaitingCredits(apiKey);
	const lasts = lastsInWords(apiKey.credit_balance + waiting + credits, pace?.credits_per_day ?? null);
	return (
		<Facts layout="lines">
			{price === null ? null : (
				<Fact name={`At ${formatUnitPrice(price.amount, price.currency)} a credit`}>
					{formatMoney(credits * price.amount, price.currency)}
				</Fact>
			)}
			{waiting > 0 ? <Fact name="Asked for already">{creditsInWords(waiting)}</Fact> : null}
			<Fact name="Balance then">
				{creditsInWords(apiKey.credit_balance + waiting + credits)}
				{lasts === "" ? null : <span className={classes.lasts}>enough for {lasts}</span>}
			</Fact>
		</Facts>
	);
}

const topUpColumns: readonly Column<TopUp>[] = [
	{
		name: "Credits",
		isTitle: true,
		cell: ({ credits, note }) => (
			<div>
				<span className={classes.credits}>{creditsInWords(credits)}</span>
				{note === null ? null : (
					<bdi className={classes.note} dir="auto">
						{note}
					</bdi>
				)}
			</div>
		),
	},
	{ name: "Asked", cell: ({ requested_at }) => <Moment at={requested_at} /> },
	{
		name: "State",
		cell: ({ state, decision_note, invoice }) => (
			<div>
				<StateBadge state={state} />
				{invoice === null ? null : (
					<span className={classes.note}>
						Invoice <bdi>{invoice}</bdi>
					</span>
				)}
				{decision_note === null ? null : (
					<bdi className={classes.note} dir="auto">
						{decision_note}
					</bdi>
				)}
			</div>
		),
	},
	{
		name: "Actions",
		isActions: true,
		cell: (topUp) => (topUp.state === "requested" ? <Withdraw topUp={topUp} /> : null),
	},
];

function Withdraw({ topUp }: { readonly topUp: TopUp }) {
	const withdraw = useAction("DELETE /keys/{client_id}/top-ups/{top_up_id}", {
		path: { client_id: topUp.client_id, top_up_id: topUp.top_up_id },
	});
	return (
		<ActionButton
			act={withdraw}
			aria-label={`Withdraw the top-up of ${creditsInWords(topUp.credits)}`}
			done="Withdrawn."
			size="xs"
		>
			Withdraw
		</ActionButton>
	);
}

/** What the account has asked for, for any key that draws on the same balance, and what is not decided; 0 until that is known. */
function useWaitingCredits({ balance_id }: Key): number {
	const keys = useRoute("GET /keys").data;
	const waiting = useRoute("GET /overview").data?.waiting_top_ups ?? [];
	const drawing = [...(keys?.account ? [keys.account] : []), ...(keys?.data ?? [])]
		.filter((key) => key.balance_id === balance_id)
		.map(({ client_id }) => client_id);
	const asked = waiting.filter(({ client_id }) => drawing.includes(client_id));
	return sumOfCredits(asked.map(({ credits }) => credits));
}
