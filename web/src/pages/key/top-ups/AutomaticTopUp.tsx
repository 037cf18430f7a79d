import { Button, Group, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { RouteAnswer, RouteBody } from "../../../../../src/routes.ts";
import { type Key, useAction, useRoute } from "../../../api/routes.ts";
import { useMay } from "../../../api/use-may.ts";
import { parseAmount } from "../../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { AmountInput, DialogForm } from "../../../parts/DialogForm.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { done } from "../../../parts/toast.tsx";

type Automatic = NonNullable<RouteAnswer<"GET /keys/{client_id}/automatic-top-up">["automatic"]>;
type Again = RouteBody<"PATCH /keys/{client_id}/automatic-top-up">;

interface Typed {
	readonly below: string;
	readonly monthly: string;
}

/** What was typed, if so many credits at a time can be bought by it. */
export function againOf({ below, monthly }: Typed, credits: number): Again | undefined {
	const [below_credits = 0, monthly_credits = 0] = [parseAmount(below), parseAmount(monthly)];
	if (below_credits <= 0 || below_credits > credits || monthly_credits < credits) return undefined;
	return { below_credits, monthly_credits };
}

interface ChooseAgainProps {
	readonly credits: number | undefined;
	/** With its currency. */
	readonly amount: string | null;
	readonly typed: Typed | undefined;
	readonly onType: (typed: Typed | undefined) => void;
}

/** Whether what is paid for is to be paid for again by itself: when, how often and for how much, before anything is agreed to. */
export function ChooseAgain({ credits, amount, typed, onType }: ChooseAgainProps) {
	const again = typed && credits !== undefined ? againOf(typed, credits) : undefined;
	return (
		<>
			<Switch
				checked={typed !== undefined}
				description="Pay for the same again, without asking, whenever the balance is low."
				label="Automatic top-up"
				onChange={({ currentTarget }) =>
					onType(currentTarget.checked ? { below: "", monthly: "" } : undefined)
				}
			/>
			{typed === undefined ? null : (
				<>
					<AmountInput
						description="No more than you buy at a time."
						label="When the balance is below"
						onChange={({ currentTarget }) => onType({ ...typed, below: currentTarget.value })}
						value={typed.below}
					/>
					<AmountInput
						description="Required; no fewer than you buy at a time."
						label="At most in a calendar month"
						onChange={({ currentTarget }) => onType({ ...typed, monthly: currentTarget.value })}
						value={typed.monthly}
					/>
				</>
			)}
			{again && credits !== undefined && amount !== null ? (
				<p className="note">{wordsOf({ ...again, credits, amount })}</p>
			) : null}
		</>
	);
}

function wordsOf({
	credits,
	amount,
	below_credits,
	monthly_credits,
}: Again & Pick<Automatic, "credits" | "amount">): string {
	const times = Math.floor(monthly_credits / credits);
	return `Whenever the balance is below ${creditsInWords(below_credits)}, ${amount} are taken for ${creditsInWords(credits)} by the means with which you pay now, at most ${times === 1 ? "once" : `${times} times`} in a calendar month (UTC). You get a mail each time. It ends at the first payment that fails, when the price rises, and whenever you turn it off here.`;
}

/** What is paid for by itself, and how to change or end it. */
export function AutomaticTopUp({ apiKey }: { readonly apiKey: Key }) {
	const path = { client_id: apiKey.client_id };
	const { data } = useRoute("GET /keys/{client_id}/automatic-top-up", { path });
	const { manage } = useMay();
	const end = useAction("DELETE /keys/{client_id}/automatic-top-up", { path });
	const [isChanging, setChanging] = useState(false);
	const automatic = data?.automatic;
	if (!automatic) return null;
	const { stopped, credits, currency, amount, below_credits, monthly_credits, this_month } = automatic;
	return (
		<Surface
			actions={<StateBadge state={stopped === null ? "active" : "off"} />}
			description={stopped === null ? undefined : STOPPED[stopped]}
			title="Automatic top-up"
		>
			<Stack>
				<Facts layout="lines">
					<Fact name="Buys">
						{creditsInWords(credits)} for {currency} {amount}
					</Fact>
					<Fact name="When the balance is below">{creditsInWords(below_credits)}</Fact>
					<Fact name="This month, of at most">
						{formatCredits(this_month)} of {creditsInWords(monthly_credits)}
					</Fact>
				</Facts>
				{manage && stopped === null ? (
					<Group>
						<ActionButton act={end} done="Automatic top-up is off.">
							Turn off
						</ActionButton>
						<Button onClick={() => setChanging(true)} variant="default">
							Change
						</Button>
					</Group>
				) : null}
			</Stack>
			{isChanging ? (
				<ChangeDialog automatic={automatic} onClose={() => setChanging(false)} path={path} />
			) : null}
		</Surface>
	);
}

interface ChangeDialogProps {
	readonly automatic: Automatic;
	readonly path: { readonly client_id: string };
	readonly onClose: () => void;
}

function ChangeDialog({ automatic, path, onClose }: ChangeDialogProps) {
	const change = useAction("PATCH /keys/{client_id}/automatic-top-up", { path });
	const { credits, below_credits, monthly_credits } = automatic;
	const form = useForm({
		initialValues: { below: String(below_credits), monthly: String(monthly_credits) },
		validate: {
			below: (below) =>
				againOf({ below, monthly: String(credits) }, credits)
					? null
					: `Enter more than 0 and at most ${creditsInWords(credits)}.`,
			monthly: (monthly) =>
				againOf({ below: String(credits), monthly }, credits)
					? null
					: `Enter at least ${creditsInWords(credits)}.`,
		},
	});
	return (
		<DialogForm
			act={change}
			action="Save"
			form={form}
			onClose={onClose}
			onSubmit={(typed) => {
				const body = againOf(typed, credits);
				if (body) change.mutate({ body }, done("Saved.", onClose));
			}}
			title="Automatic top-up"
		>
			<AmountInput data-autofocus label="When the balance is below" {...form.getInputProps("below")} />
			<AmountInput label="At most in a calendar month" {...form.getInputProps("monthly")} />
		</DialogForm>
	);
}

const STOPPED: Readonly<Record<NonNullable<Automatic["stopped"]>, string>> = {
	owner: "An owner turned it off. To turn it on again, pay once with it switched on.",
	replaced: "Another one replaced it.",
	failed: "The payment was declined. To turn it on again, pay once with it switched on.",
	authentication:
		"The bank asked for you, who were not there. To turn it on again, pay once with it switched on.",
	silent:
		"Stripe did not say within a day whether the payment was made. To turn it on again, pay once with it switched on.",
	reversed: "A payment was refunded or disputed. To turn it on again, pay once with it switched on.",
	price: "The price has risen. To agree to it, pay once with it switched on.",
	left: "Whoever turned it on with their card has left. To turn it on again, pay once with it switched on.",
	restored: "The service was restored from a backup. To turn it on again, pay once with it switched on.",
};
