import { Button } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { call } from "../../../api/call.ts";
import { useRoute } from "../../../api/routes.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { notifyFailure } from "../../../parts/toast.tsx";
import classes from "./TopUps.module.css";

type Payment = RouteAnswer<"GET /keys/{client_id}/payments">["data"][number];

/** What was paid by card, or was not. */
export function Payments({ clientId }: { readonly clientId: string }) {
	const payments = useRoute("GET /keys/{client_id}/payments", { path: { client_id: clientId } });
	return (
		<Surface flush title="Payments by card">
			<Listing
				columns={paymentColumns}
				name="Payments by card"
				query={payments}
				rowKey={({ payment_id }) => payment_id}
				waiting={2}
			>
				<EmptyState icon={IconCreditCard} title="No payment yet">
					What you pay for appears here as soon as Stripe has the money.
				</EmptyState>
			</Listing>
		</Surface>
	);
}

const paymentColumns: readonly Column<Payment>[] = [
	{
		name: "Credits",
		isTitle: true,
		cell: ({ credits, is_automatic, reversed, owed }) => (
			<div>
				<span className={classes.credits}>{creditsInWords(credits)}</span>
				{is_automatic ? <span className={classes.note}>By automatic top-up</span> : null}
				{reversed > 0 ? (
					<span className={classes.note}>
						{creditsInWords(reversed)} taken back{owed > 0 ? `, ${creditsInWords(owed)} owed` : ""}
					</span>
				) : null}
			</div>
		),
	},
	{ name: "Amount", cell: ({ currency, amount, paid }) => `${currency} ${paid ?? amount}` },
	{ name: "Begun", cell: ({ created_at }) => <Moment at={created_at} /> },
	{ name: "State", cell: ({ state }) => <StateBadge state={state} /> },
	{
		name: "Actions",
		isActions: true,
		cell: (payment) => (payment.state === "paid" ? <Receipt payment={payment} /> : null),
	},
];

/** Stripe's receipt, whose address is asked for when it is wanted: it changes. */
function Receipt({ payment: { payment_id, credits } }: { readonly payment: Payment }) {
	const open = async () => {
		try {
			location.assign((await call("GET /payments/{payment_id}/receipt", { path: { payment_id } })).url);
		} catch (error) {
			notifyFailure(error);
		}
	};
	return (
		<Button aria-label={`Receipt for ${creditsInWords(credits)}`} onClick={open} size="xs" variant="default">
			Receipt
		</Button>
	);
}
