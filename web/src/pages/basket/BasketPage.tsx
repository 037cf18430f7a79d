import { Button } from "@mantine/core";
import { IconBasket } from "@tabler/icons-react";
import { useBasket } from "../../basket/basket.ts";
import { PayingKeySelect } from "../../basket/PayingKeySelect.tsx";
import { usePayingKey } from "../../basket/paying-key.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";

/** What the account means to order. */
export function BasketPage() {
	const { items, count, error, refetch, remove, clear } = useBasket();
	const paying = usePayingKey();
	if (error) return <FailureNotice error={error} onRetry={refetch} title="Your basket could not be read" />;
	if (count === undefined || paying.isLoading) return <WaitingPage />;
	return (
		<>
			<PageHead
				actions={
					count > 0 ? (
						<Button onClick={() => clear.mutate()} variant="default">
							Empty the basket
						</Button>
					) : null
				}
				name="Basket"
			/>
			<Surface>
				{count === 0 ? (
					<EmptyState icon={<IconBasket />} title="Nothing in the basket">
						What you put in stays here until you order it.
					</EmptyState>
				) : null}
				{paying.key ? (
					<PayingKeySelect keys={paying.keys} onChoose={paying.choose} payingKey={paying.key} />
				) : null}
				<ul>
					{items.map(({ barcode }) => (
						<li key={barcode}>
							{barcode}{" "}
							<Button onClick={() => remove.mutate([barcode])} variant="subtle">
								Remove
							</Button>
						</li>
					))}
				</ul>
			</Surface>
		</>
	);
}
