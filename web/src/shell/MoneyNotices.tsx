import { Alert } from "@mantine/core";
import { IconCoins, IconCreditCard } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { type CurrentSession, useAction } from "../api/routes.ts";
import { creditsInWords } from "../format/credits.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { notifySuccess } from "../parts/toast.tsx";

/** Above every page: what is owed, and how a payment went from which somebody comes back. */
export default function MoneyNotices({ session }: { readonly session: CurrentSession }) {
	const [asked] = useSearchParams();
	const paymentId = asked.get("payment");
	return (
		<>
			{paymentId === null ? null : <ComeBack key={paymentId} paymentId={paymentId} />}
			{session.owed_credits > 0 ? (
				<Alert
					color="red"
					icon={<IconCoins />}
					mb="md"
					title={`${creditsInWords(session.owed_credits)} owed`}
				>
					A payment was refunded or disputed after its credits had been spent. Until that is paid or settled
					by an administrator, nothing that costs credits is possible; what you have bought stays yours.
				</Alert>
			) : null}
		</>
	);
}

const AGAIN_MS = 2000;
const MOST_TRIES = 15;

/** Asks until Stripe has told how the payment went. */
function ComeBack({ paymentId }: { readonly paymentId: string }) {
	const [asked, setAsked] = useSearchParams();
	const check = useAction("POST /payments/{payment_id}/check", { path: { payment_id: paymentId } });
	const tries = useRef(0);
	const { data: payment, mutate } = check;
	const isWaiting = payment === undefined || payment.state === "open";
	useEffect(() => {
		if (payment?.state === "paid") {
			notifySuccess(`Paid: ${creditsInWords(payment.credits)} were added.`);
			const rest = new URLSearchParams(asked);
			rest.delete("payment");
			setAsked(rest, { replace: true });
			return;
		}
		if (!isWaiting || tries.current >= MOST_TRIES) return;
		const timer = setTimeout(() => mutate(), tries.current++ === 0 ? 0 : AGAIN_MS);
		return () => clearTimeout(timer);
	}, [payment, isWaiting, mutate, asked, setAsked]);
	if (payment?.state === "paid") return null;
	if (check.error) return <FailureNotice error={check.error} onRetry={() => mutate()} />;
	return (
		<Alert color="marigold" icon={<IconCreditCard />} mb="md" title={titleOf(payment?.state)}>
			{payment?.state === "processing"
				? "The credits are added as soon as the money has come; with a bank transfer or direct debit that takes days."
				: "The credits are added as soon as Stripe has the money."}
		</Alert>
	);
}

function titleOf(state: string | undefined): string {
	if (state === "processing") return "The money is on its way";
	return state === "failed" || state === "expired" ? "The payment was not made" : "Waiting for Stripe";
}
