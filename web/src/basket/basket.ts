import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RouteAnswer } from "../../../src/routes.ts";
import { call } from "../api/call.ts";
import { type RouteKey, useRoute } from "../api/routes.ts";

type Basket = RouteAnswer<"GET /basket">;
/** An item in the basket; without `include` and `variants` it stands for everything of the product. */
export type BasketItem = Basket["items"][number];

const BASKET: RouteKey = ["GET /basket", {}];
const NOTHING: readonly BasketItem[] = [];

/** The account's basket. It is stored by the service, so every tab and computer shows the same. */
export function useBasket() {
	const query = useRoute("GET /basket");
	const put = useBasketChange((items: readonly BasketItem[]) =>
		call("POST /basket/items", { body: { items: [...items] } }),
	);
	const remove = useBasketChange((barcodes: readonly string[]) =>
		call("POST /basket/remove", { body: { barcodes: [...barcodes] } }),
	);
	const clear = useBasketChange(() => call("DELETE /basket", {}));
	const items = query.data?.items ?? NOTHING;
	return {
		items,
		has: (barcode: string) => items.some((item) => item.barcode === barcode),
		/** Undefined until it is known. */
		count: query.data?.items.length,
		error: query.error,
		refetch: query.refetch,
		/** Adds products; one that is already in the basket keeps its position and gets the new selection. */
		put,
		remove,
		clear,
	};
}

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("packshot-basket");

/** The response to a change is the whole basket; other tabs of this browser are told to refetch. */
function useBasketChange<Input>(change: (input: Input) => Promise<Basket>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: change,
		// Sequentially: each response is the whole basket, and the last one has to win.
		scope: { id: "basket" },
		onMutate: () => client.cancelQueries({ queryKey: BASKET }),
		onSuccess(basket) {
			client.setQueryData(BASKET, basket);
			tabs?.postMessage("changed");
		},
	});
}

/** Keeps this tab's basket in sync with other tabs. Used once, by a component that is always mounted. */
export function useBasketOfAllTabs(): void {
	const client = useQueryClient();
	useEffect(() => {
		const refetch = () => void client.invalidateQueries({ queryKey: BASKET });
		tabs?.addEventListener("message", refetch);
		return () => tabs?.removeEventListener("message", refetch);
	}, [client]);
}
