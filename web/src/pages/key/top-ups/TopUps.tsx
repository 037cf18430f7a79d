import { Button, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCoins } from "@tabler/icons-react";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { type TopUp, useAction, useRoute } from "../../../api/routes.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { AmountInput } from "../../../parts/DialogForm.tsx";
import { Form } from "../../../parts/Form.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import { useShownKey } from "../KeyPage.tsx";
import classes from "./TopUps.module.css";

/** Requests credits, and shows the state of earlier requests. */
export function TopUps() {
	const key = useShownKey();
	const topUps = useRoute("GET /keys/{client_id}/top-ups", { path: { client_id: key.client_id } });
	return (
		<div className={classes.columns}>
			{key.state === "active" ? <AskForm clientId={key.client_id} /> : null}
			<Surface flush title="Top-ups asked for">
				<Listing
					query={topUps}
					waiting={3}
					columns={topUpColumns}
					name="Top-ups"
					rowKey={({ top_up_id }) => top_up_id}
				>
					<EmptyState icon={IconCoins} title="No top-up yet">
						Your requests appear here, with their decisions.
					</EmptyState>
				</Listing>
			</Surface>
		</div>
	);
}

const LEAST_CREDITS = 0.0001;

function AskForm({ clientId }: { readonly clientId: string }) {
	const ask = useAction("POST /keys/{client_id}/top-ups", { path: { client_id: clientId } });
	const key = useIdempotencyKey();
	const form = useForm({
		mode: "controlled",
		initialValues: { credits: "", note: "" },
		validate: { credits: (credits) => amountProblem(credits, LEAST_CREDITS) },
	});
	return (
		<Surface
			description="The credits are added to the key as soon as an administrator approves."
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
								form.reset();
								notifySuccess(`You asked for ${creditsInWords(topUp.credits)}.`);
							},
						},
					)
				}
			>
				<AmountInput key={form.key("credits")} label="Credits" {...form.getInputProps("credits")} />
				<Textarea
					autosize
					description="For the administrator, such as a purchase order number."
					dir="auto"
					key={form.key("note")}
					label="Note"
					maxLength={500}
					minRows={2}
					{...form.getInputProps("note")}
				/>
				<Button loading={ask.isPending} type="submit">
					Ask for credits
				</Button>
			</Form>
		</Surface>
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
		cell: ({ state, decision_note }) => (
			<div>
				<StateBadge state={state} />
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
