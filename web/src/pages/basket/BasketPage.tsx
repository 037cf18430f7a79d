import { Button, Group, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBasket } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { KEPT, type Key, type QuotedLine, useRoute } from "../../api/routes.ts";
import { type BasketItem, useBasket } from "../../basket/basket.ts";
import { PayingKeySelect } from "../../basket/PayingKeySelect.tsx";
import { usePayingKey } from "../../basket/paying-key.ts";
import { usePictureSize, useSelection } from "../../basket/SelectionForm.tsx";
import { boughtAgain, isNothing, itemOf, lockedOf, requestOf, without } from "../../basket/selection.ts";
import { NobodyPays } from "../../basket/WithPayingKey.tsx";
import { countInWords } from "../../format/credits.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { EmptyState } from "../../parts/Listing.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { BasketTable } from "./BasketTable.tsx";
import classes from "./Checkout.module.css";
import { Summary } from "./Summary.tsx";

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
						<Button
							color="gray"
							loading={clear.isPending}
							onClick={() => clear.mutate()}
							size="compact-md"
							variant="subtle"
						>
							Empty the basket
						</Button>
					) : null
				}
				description={count > 0 ? countInWords(count, "product") : undefined}
				name="Basket"
			/>
			{count === 0 ? <EmptyBasket /> : null}
			{count > 0 && !paying.key ? <NobodyPays /> : null}
			{count > 0 && paying.key ? (
				<Checkout
					items={items}
					key={paying.key.client_id}
					keySelect={
						<PayingKeySelect keys={paying.balances} onChoose={paying.choose} payingKey={paying.key} />
					}
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
				icon={IconBasket}
				title="Your basket is empty"
			>
				Products that you add stay here, on all your devices, until you order them.
			</EmptyState>
		</Surface>
	);
}

interface CheckoutProps {
	readonly items: readonly BasketItem[];
	readonly payingKey: Key;
	readonly keySelect: ReactNode;
}

/** No price is requested while the user is still ticking boxes. */
const QUIET_MS = 350;

/** The products beside their total. Prices are those of the newest quote. */
function Checkout({ items, payingKey, keySelect }: CheckoutProps) {
	const { put, remove } = useBasket();
	const [selection] = useSelection();
	const [size] = usePictureSize();
	const locked = useMemo(() => lockedOf(payingKey.locks), [payingKey.locks]);
	const request = useMemo(() => requestOf(items, selection, locked, size), [items, selection, locked, size]);
	const [asked] = useDebouncedValue(request, QUIET_MS);
	const quote = useRoute(
		"POST /keys/{client_id}/orders/quote",
		{ path: { client_id: payingKey.client_id }, body: asked },
		{ ...KEPT, staleTime: 20_000, enabled: asked.items.length > 0 },
	);
	const isStale = quote.isFetching || asked !== request;
	/** Products of which nothing is left are taken out. */
	const leaveOut = (lines: readonly QuotedLine[]) => {
		const rest = lines.map((line) => ({
			barcode: line.barcode,
			selection: without(line, boughtAgain(line)),
		}));
		const [gone, kept] = [
			rest.filter(({ selection }) => isNothing(selection)),
			rest.filter(({ selection }) => !isNothing(selection)),
		];
		if (kept.length > 0) put.mutate(kept.map(({ barcode, selection }) => itemOf(barcode, selection)));
		if (gone.length > 0) remove.mutate(gone.map(({ barcode }) => barcode));
	};
	return (
		<div className={classes.checkout}>
			<Stack miw={0}>
				<FailureNotice
					error={quote.error}
					onRetry={() => quote.refetch()}
					title="The price could not be loaded"
				/>
				<Surface flush>
					<BasketTable
						clientId={payingKey.client_id}
						isStale={isStale}
						items={items}
						lines={quote.data?.lines ?? []}
						locked={locked}
						onRemove={(barcode) => remove.mutate([barcode])}
						onSelection={(barcode, own) => put.mutate([own ? itemOf(barcode, own) : { barcode }])}
						commonSelection={selection}
					/>
				</Surface>
			</Stack>
			<Summary
				onLeaveOut={leaveOut}
				barcodes={items.map(({ barcode }) => barcode)}
				isStale={isStale}
				keySelect={keySelect}
				locked={locked}
				payingKey={payingKey}
				quote={quote.error ? undefined : quote.data}
				request={request}
			/>
		</div>
	);
}
