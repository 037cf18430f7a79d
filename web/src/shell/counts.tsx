import { useAdminTopUps } from "../api/administration.ts";
import { useReviews } from "../api/proposals.ts";
import { useBasket, useBasketOfAllTabs } from "../basket/basket.ts";
import classes from "./Sidebar.module.css";

/** The number of top-ups waiting for an administrator. */
export function WaitingTopUps() {
	const waiting = useAdminTopUps({ state: "requested", per_page: 1 }, true);
	return <Count count={waiting.data?.pagination.total ?? 0} noun="waiting" />;
}

/** The number of proposals waiting for review. */
export function WaitingReviews() {
	const waiting = useReviews({ state: "waiting", per_page: 1 });
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
			<span className={classes.unseen}> {noun}</span>
		</span>
	);
}
