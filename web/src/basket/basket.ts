import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RouteAnswer } from "../../../src/portal/contract/routes.ts";
import { call } from "../api/call.ts";

type Basket = RouteAnswer<"GET /basket">;
/** A product that is wanted; without `include` and `variants` everything of it. */
export type BasketItem = Basket["items"][number];

const BASKET = ["basket"];
const NOTHING: readonly BasketItem[] = [];

/** What the account means to order. It is kept by the service, so every tab and computer shows the same. */
export function useBasket() {
	const query = useQuery({ queryKey: BASKET, queryFn: ({ signal }) => call("GET /basket", {}, signal) });
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
		/** Puts products in; one that is in already keeps its place and is wanted as said now. */
		put,
		remove,
		clear,
	};
}

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("packshot-basket");

/** A change answers with the whole basket; other tabs of this browser are told to ask again. */
function useBasketChange<Input>(change: (input: Input) => Promise<Basket>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: change,
		// One after the other: each answer is the whole basket, and the last one has to win.
		scope: { id: "basket" },
		onMutate: () => client.cancelQueries({ queryKey: BASKET }),
		onSuccess(basket) {
			client.setQueryData(BASKET, basket);
			tabs?.postMessage("changed");
		},
	});
}

/** Keeps this tab's basket that of the others. Used once, by what is always shown. */
export function useBasketOfAllTabs(): void {
	const client = useQueryClient();
	useEffect(() => {
		const refetch = () => void client.invalidateQueries({ queryKey: BASKET });
		tabs?.addEventListener("message", refetch);
		return () => tabs?.removeEventListener("message", refetch);
	}, [client]);
}
