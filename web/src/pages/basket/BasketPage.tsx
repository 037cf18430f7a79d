import { Button, Group } from "@mantine/core";
import { IconBasket } from "@tabler/icons-react";
import { Link } from "react-router";
import { useBasket } from "../../basket/basket.ts";
import { NoActiveKey } from "../../basket/NoActiveKey.tsx";
import { PayingKeySelect } from "../../basket/PayingKeySelect.tsx";
import { usePayingKey } from "../../basket/paying-key.ts";
import { countInWords } from "../../format/credits.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Checkout } from "./Checkout.tsx";

/** The basket, what it costs, and the button that buys it. */
export function BasketPage() {
	const { items, count, error, refetch, clear } = useBasket();
	const paying = usePayingKey();
	const failure = error ?? paying.error;
	if (failure) {
		const retry = () => Promise.all([refetch(), paying.refetch()]);
		return <FailureNotice error={failure} onRetry={retry} title="Your basket could not be loaded" />;
	}
	if (count === undefined || paying.isLoading) return <WaitingPage />;
	return (
		<>
			<PageHead
				actions={
					count > 0 ? (
						<Button loading={clear.isPending} onClick={() => clear.mutate()} variant="default">
							Empty the basket
						</Button>
					) : null
				}
				description={count > 0 ? countInWords(count, "product") : undefined}
				name="Basket"
			/>
			{count === 0 ? <EmptyBasket /> : null}
			{count > 0 && !paying.key ? <NoActiveKey /> : null}
			{count > 0 && paying.key ? (
				<Checkout
					items={items}
					key={paying.key.client_id}
					keySelect={<PayingKeySelect keys={paying.keys} onChoose={paying.choose} payingKey={paying.key} />}
					payingKey={paying.key}
				/>
			) : null}
		</>
	);
}

function EmptyBasket() {
	return (
		<Surface>
			<EmptyState
				action={
					<Group justify="center">
						<Button component={Link} to="/find">
							Find products
						</Button>
						<Button component={Link} to="/lists" variant="default">
							Check a list of barcodes
						</Button>
					</Group>
				}
				icon={<IconBasket size={30} stroke={1.5} />}
				title="Your basket is empty"
			>
				Products that you add stay here, on all your devices, until you order them.
			</EmptyState>
		</Surface>
	);
}
