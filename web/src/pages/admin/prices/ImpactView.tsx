import type { Impact } from "../../../api/shapes.ts";
import { formatChange, formatCount, formatCredits } from "../../../format/credits.ts";
import classes from "./Prices.module.css";

/** What a price would have amounted to in the 30 days before today, in total and by client. */
export function ImpactView({ impact }: { readonly impact: Impact }) {
	const { credits, would_be, difference, clients, client_count, is_estimate, is_complete } = impact;
	if (!is_complete) return <p role="status">Adding up the 30 days before today…</p>;
	return (
		<section aria-label="What it would have cost" className={classes.impact}>
			<h3>In the 30 days before today</h3>
			{client_count === 0 ? (
				<p>Nobody was charged for it.</p>
			) : (
				<p>
					{formatCredits(would_be)} credits instead of {formatCredits(credits)} ({formatChange(difference)}),
					for {client_count === 1 ? "one key" : `${formatCount(client_count)} keys`}.
				</p>
			)}
			{is_estimate ? (
				<p>This is an estimate: the action was free, or its price changed during a day.</p>
			) : null}
			{clients.length > 0 ? (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: needed for scrolling with the keyboard
				<ul aria-label="By client" className={classes.clients} tabIndex={0}>
					{clients.map((client) => (
						<li key={client.client_id}>
							<bdi>{client.client_name}</bdi>
							<span>{formatChange(client.difference)}</span>
						</li>
					))}
				</ul>
			) : null}
		</section>
	);
}
