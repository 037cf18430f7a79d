import type { Review } from "../../../api/routes.ts";
import { Mark, StateBadge } from "../../../parts/StateBadge.tsx";
import classes from "./Review.module.css";

/** What a reviewer should know before looking closely. */
export function ReviewBadges({ review }: { readonly review: Review }) {
	const { state, is_known, is_stale, is_own, check_digit_valid } = review;
	if (state !== "waiting") return <StateBadge state={state} />;
	return (
		<span className={classes.badges}>
			{is_known ? null : <Mark color="petrol">New product</Mark>}
			{is_stale ? <Mark color="marigold">Changed since</Mark> : null}
			{check_digit_valid === false ? <Mark color="red">Wrong check digit</Mark> : null}
			{is_own ? <Mark color="gray">Your own</Mark> : null}
		</span>
	);
}
