import { Button } from "@mantine/core";
import { type BasketItem, useBasket } from "../../basket/basket.ts";
import { countInWords } from "../../format/credits.ts";
import { notifyFailure, notifySuccess } from "../../parts/toast.tsx";

/** Adds what would be ordered from a list to the basket instead. */
export function PutInBasket({ items }: { readonly items: readonly BasketItem[] }) {
	const { put } = useBasket();
	const putAll = () =>
		put.mutate(items, {
			onSuccess: () => notifySuccess(`${countInWords(items.length, "product")} of the list in your basket.`),
			onError: notifyFailure,
		});
	return (
		<Button
			disabled={items.length === 0}
			fullWidth
			loading={put.isPending}
			onClick={putAll}
			variant="default"
		>
			Put in the basket
		</Button>
	);
}
