import { Button, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { KEPT, type Key, useRoute } from "../../../api/routes.ts";
import { useMay } from "../../../api/use-may.ts";
import { parseAmount } from "../../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import { AmountInput } from "../../../parts/DialogForm.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { againOf, ChooseAgain } from "./AutomaticTopUp.tsx";
import { usePayment } from "./pay.ts";

const ANOTHER = "another";
const TAX = { none: "", inclusive: "Tax included.", exclusive: "Tax is added." } as const;

/** Chooses how many credits, and opens Stripe's page. */
export function PayByCard({ apiKey }: { readonly apiKey: Key }) {
	const [typed, setTyped] = useState("");
	const [chosen, setChosen] = useState<string>();
	const [again, setAgain] = useState<Parameters<typeof againOf>[0]>();
	const { manage } = useMay();
	const [asked] = useDebouncedValue(parseAmount(typed), 250);
	const query = asked ? { credits: String(asked) } : {};
	const offer = useRoute("GET /payments/offer", { query }, KEPT);
	const { pay, error, isPending } = usePayment(apiKey.client_id);
	if (!offer.data) return <FailureNotice error={offer.error} onRetry={() => offer.refetch()} />;
	const { packages, currency, credit_price, cost, tax, most_credits } = offer.data;
	const choice = chosen ?? (packages[0] ? String(packages[0].credits) : ANOTHER);
	const ofPackage = packages.find(({ credits }) => String(credits) === choice);
	const credits = ofPackage?.credits ?? parseAmount(typed);
	const amount = ofPackage?.amount ?? (credits === asked ? cost : null);
	const chosenAgain = again && credits !== undefined ? againOf(again, credits) : undefined;
	const isTooMuch = credits !== undefined && credits > most_credits;
	return (
		<Surface description="With a card, or what else Stripe offers, on its page." title="Pay by card">
			<Stack>
				{packages.length > 0 ? (
					<Select
						allowDeselect={false}
						data={[
							...packages.map((each) => ({
								label: `${creditsInWords(each.credits)} for ${currency} ${each.amount}`,
								value: String(each.credits),
							})),
							...(credit_price === null ? [] : [{ label: "Another number", value: ANOTHER }]),
						]}
						label="Credits"
						onChange={(value) => setChosen(value ?? undefined)}
						value={choice}
					/>
				) : null}
				{choice === ANOTHER && credit_price !== null ? (
					<AmountInput
						description={`${currency} ${credit_price} each.`}
						label={packages.length > 0 ? "How many" : "Credits"}
						onChange={({ currentTarget }) => setTyped(currentTarget.value)}
						value={typed}
					/>
				) : null}
				<Facts layout="lines">
					<Fact name="Price">{amount ? `${currency} ${amount}` : "—"}</Fact>
					{isTooMuch ? <Fact name="At most, within 24 hours">{formatCredits(most_credits)}</Fact> : null}
				</Facts>
				{manage && tax === "none" ? (
					<ChooseAgain
						amount={amount ? `${currency} ${amount}` : null}
						credits={credits}
						onType={setAgain}
						typed={again}
					/>
				) : null}
				{TAX[tax] === "" ? null : <p className="note">{TAX[tax]}</p>}
				<FailureNotice error={error} />
				<Button
					disabled={!amount || isTooMuch || (again !== undefined && !chosenAgain)}
					loading={isPending}
					onClick={() => credits !== undefined && pay(credits, chosenAgain)}
				>
					{amount ? `Pay ${currency} ${amount}` : "Pay"}
				</Button>
			</Stack>
		</Surface>
	);
}
