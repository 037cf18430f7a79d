import { KEPT, POLLED, useRoute } from "../api/routes.ts";
import { useBasket, useBasketOfAllTabs } from "../basket/basket.ts";
import classes from "./Sidebar.module.css";

export function WaitingTopUps() {
	const waiting = useRoute(
		"GET /admin/top-ups",
		{ query: { state: "requested", per_page: 1 } },
		{ ...KEPT, ...POLLED },
	);
	return <Count count={waiting.data?.pagination.total ?? 0} noun="waiting" />;
}

export function WaitingReviews() {
	const waiting = useRoute(
		"GET /admin/review",
		{ query: { state: "waiting", per_page: 1 } },
		{ ...KEPT, ...POLLED },
	);
	return <Count count={waiting.data?.pagination.total ?? 0} noun="waiting" />;
}

/** The number of products in the basket. */
export function BasketCount() {
	const { count = 0 } = useBasket();
	useBasketOfAllTabs();
	return <Count count={count} noun="products" />;
}

/** A number beside an entry; nothing if it is zero. The noun is for screen readers. */
function Count({ count, noun }: { readonly count: number; readonly noun: string }) {
	if (count === 0) return null;
	return (
		<span className={classes.count}>
			{count}
			<span className="unseen"> {noun}</span>
		</span>
	);
}
