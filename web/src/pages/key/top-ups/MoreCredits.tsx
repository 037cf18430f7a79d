import { Anchor, Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { type Key, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { useMay } from "../../../api/use-may.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { usePayment } from "./pay.ts";

interface MoreCreditsProps {
	/** How many are missing. */
	readonly credits: number;
	readonly payingKey: Key;
	/** The page on which they are asked for. */
	readonly to: string;
}

/** Where credits are missing: pays for them by card and comes back, or leads to where they are asked for. */
export function MoreCredits({ credits, payingKey, to }: MoreCreditsProps) {
	const byCard = useSession().data?.service.pays_by_card ?? false;
	const { buy } = useMay();
	if (!byCard || !buy)
		return (
			<Anchor component={Link} inherit to={`${to}?credits=${Math.ceil(credits)}`}>
				Ask for credits
			</Anchor>
		);
	return <PayNow credits={credits} payingKey={payingKey} to={to} />;
}

function PayNow({ credits, payingKey, to }: MoreCreditsProps) {
	const whole = Math.ceil(credits);
	const offer = useRoute("GET /payments/offer", { query: { credits: String(whole) } });
	const { pay, error, isPending } = usePayment(payingKey.client_id);
	const { cost, currency, packages = [] } = offer.data ?? {};
	const larger = packages.find((each) => each.credits >= whole);
	const bought = cost ? { credits: whole, amount: cost } : larger;
	return (
		<>
			<FailureNotice error={error} />
			<Group gap="sm" mt="xs">
				{bought ? (
					<Button loading={isPending} onClick={() => pay(bought.credits)} size="sm">
						Pay {currency} {bought.amount} for {creditsInWords(bought.credits)}
					</Button>
				) : null}
				<Anchor component={Link} inherit to={to}>
					Other amounts
				</Anchor>
			</Group>
		</>
	);
}
