import { Anchor } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { KEPT, POLLED, useRoute } from "../../../api/use-route.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./AdminOverview.module.css";

const SHOWN = 5;

/** The proposals waiting for review, oldest first. */
export function WaitingReviewList() {
	const reviews = useRoute(
		"GET /admin/review",
		{ query: { state: "waiting", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = reviews.data?.data ?? [];
	const total = reviews.data?.pagination.total ?? 0;
	return (
		<Surface
			actions={<MoreLink to="/admin/review">{total > SHOWN ? `All ${total}` : "All reviews"}</MoreLink>}
			title={total > 0 ? `Waiting reviews (${total})` : "Waiting reviews"}
		>
			{reviews.error ? <FailureNotice error={reviews.error} onRetry={() => reviews.refetch()} /> : null}
			{reviews.data && rows.length === 0 ? (
				<p className={classes.none}>
					<IconCheck aria-hidden="true" size={18} /> No proposals are waiting.
				</p>
			) : null}
			<ul className={classes.events}>
				{rows.map((review) => (
					<li key={review.proposal_id}>
						<Anchor className={classes.event} component={Link} to="/admin/review">
							<bdi dir="auto">{review.name ?? review.barcode}</bdi>
						</Anchor>
						<span className={classes.who}>
							<bdi>{review.ownership}</bdi>, <Ago at={review.proposed_at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}
