import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCreditCard } from "@tabler/icons-react";
import { useState } from "react";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { KEPT, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { done } from "../../../parts/toast.tsx";
import { usePageNumber } from "../../../parts/use-address.ts";

type Payment = RouteAnswer<"GET /admin/payments">["data"][number];

/** Every payment by card. Administrators pay back, and settle what is owed. */
export function AllPayments() {
	const [page, turnTo] = usePageNumber();
	const payments = useRoute("GET /admin/payments", { query: { page, per_page: 25 } }, KEPT);
	return (
		<Surface flush title="Payments by card">
			<Listing
				columns={columns}
				name="Payments"
				pager={{ noun: ["payment", "payments"], onPage: turnTo }}
				query={payments}
				rowKey={({ payment_id }) => payment_id}
				waiting={4}
			>
				<EmptyState icon={IconCreditCard} title="No payment yet">
					Payments appear here as soon as somebody begins one.
				</EmptyState>
			</Listing>
		</Surface>
	);
}

const columns: readonly Column<Payment>[] = [
	{
		name: "Account",
		isTitle: true,
		cell: ({ account_email }) => <bdi>{account_email}</bdi>,
	},
	{ name: "Credits", cell: ({ credits }) => creditsInWords(credits) },
	{ name: "Amount", cell: ({ currency, amount, paid }) => `${currency} ${paid ?? amount}` },
	{
		name: "State",
		cell: ({ state, reversed, owed }) => (
			<div>
				<StateBadge state={state} />
				{reversed > 0 ? <div>{creditsInWords(reversed)} taken back</div> : null}
				{owed > 0 ? <div>{creditsInWords(owed)} owed</div> : null}
			</div>
		),
	},
	{ name: "Begun", cell: ({ created_at }) => <Moment at={created_at} /> },
	{ name: "Actions", isActions: true, cell: (payment) => <Actions payment={payment} /> },
];

function Actions({ payment }: { readonly payment: Payment }) {
	const isAdministrator = useSession().data?.account?.is_administrator ?? false;
	const [opened, open] = useState<"refund" | "settle">();
	const settle = useAction("POST /admin/payments/{payment_id}/settle", {
		path: { payment_id: payment.payment_id },
	});
	if (!isAdministrator || payment.state !== "paid") return null;
	const close = () => open(undefined);
	return (
		<Group gap="xs" justify="flex-end" wrap="nowrap">
			{payment.reversed < payment.credits ? (
				<Button onClick={() => open("refund")} size="xs" variant="default">
					Refund
				</Button>
			) : null}
			{payment.owed > 0 ? (
				<Button onClick={() => open("settle")} size="xs" variant="default">
					Settle
				</Button>
			) : null}
			{opened === "refund" ? <RefundDialog onClose={close} payment={payment} /> : null}
			{opened === "settle" ? (
				<ConfirmDialog
					act={settle}
					action="Settle"
					done="Settled."
					onClose={close}
					title="Settle what is owed?"
				>
					{creditsInWords(payment.owed)} are no longer asked for, and <bdi>{payment.account_email}</bdi> may
					spend credits again.
				</ConfirmDialog>
			) : null}
		</Group>
	);
}

/** Has Stripe pay back; the credits follow its message. */
function RefundDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
	const refund = useAction("POST /admin/payments/{payment_id}/refund", {
		path: { payment_id: payment.payment_id },
	});
	const key = useIdempotencyKey();
	const form = useForm({ initialValues: { amount: payment.paid ?? payment.amount } });
	return (
		<DialogForm
			act={refund}
			action="Refund"
			color="red"
			form={form}
			onClose={onClose}
			onSubmit={({ amount }) =>
				refund.mutate(
					{ body: { amount: amount.trim(), idempotency_key: key.current() } },
					{ onError: key.renewAfter, ...done("Refunded by Stripe; the credits follow.", onClose) },
				)
			}
			refusals={{ payment_refused: "amount" }}
			title="Refund a payment"
		>
			<TextInput
				data-autofocus
				description="Stripe pays it back. The same share of the credits is taken back, also if they are spent."
				inputMode="decimal"
				label={`Amount, ${payment.currency}`}
				{...form.getInputProps("amount")}
			/>
		</DialogForm>
	);
}
