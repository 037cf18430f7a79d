import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useMemo } from "react";
import type { Key } from "../../api/shapes.ts";
import { KEPT, useRoute } from "../../api/use-route.ts";
import { type BasketItem, useBasket } from "../../basket/basket.ts";
import { usePictureSize, useWish } from "../../basket/use-wish.ts";
import { itemOf, lockedOf, requestOf } from "../../basket/wish.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { BasketTable } from "./BasketTable.tsx";
import classes from "./Checkout.module.css";
import { Summary } from "./Summary.tsx";

interface CheckoutProps {
	readonly items: readonly BasketItem[];
	readonly payingKey: Key;
	readonly keySelect: ReactNode;
}

/** No price is requested while the user is still ticking boxes. */
const QUIET_MS = 350;

/** The products beside their total. Prices are those of the newest quote. */
export function Checkout({ items, payingKey, keySelect }: CheckoutProps) {
	const { put, remove } = useBasket();
	const [wish, setWish] = useWish();
	const [size, setSize] = usePictureSize();
	const locked = useMemo(() => lockedOf(payingKey.locks), [payingKey.locks]);
	const request = useMemo(() => requestOf(items, wish, locked, size), [items, wish, locked, size]);
	const [asked] = useDebouncedValue(request, QUIET_MS);
	const quote = useRoute(
		"POST /keys/{client_id}/orders/quote",
		{ path: { client_id: payingKey.client_id }, body: asked },
		{ ...KEPT, staleTime: 20_000, enabled: asked.items.length > 0 },
	);
	const isStale = quote.isFetching || asked !== request;
	return (
		<div className={classes.checkout}>
			<div className={classes.lines}>
				{quote.error ? (
					<FailureNotice
						error={quote.error}
						onRetry={() => quote.refetch()}
						title="The price could not be loaded"
					/>
				) : null}
				<Surface flush>
					<BasketTable
						isStale={isStale}
						items={items}
						lines={quote.data?.lines ?? []}
						locked={locked}
						onRemove={(barcode) => remove.mutate([barcode])}
						onWish={(barcode, own) => put.mutate([own ? itemOf(barcode, own) : { barcode }])}
						wishForAll={wish}
					/>
				</Surface>
			</div>
			<Summary
				barcodes={items.map(({ barcode }) => barcode)}
				isStale={isStale}
				keySelect={keySelect}
				locked={locked}
				onSize={setSize}
				onWish={setWish}
				payingKey={payingKey}
				quote={quote.error ? undefined : quote.data}
				request={request}
				size={size}
				wish={wish}
			/>
		</div>
	);
}
