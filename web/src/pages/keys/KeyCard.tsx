import { Link } from "react-router";
import type { Key } from "../../api/shapes.ts";
import { formatCount, formatCredits } from "../../format/credits.ts";
import { Identifier } from "../../parts/Identifier.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import classes from "./KeyCard.module.css";

/** One active key at a glance; the whole card links to its page. */
export function KeyCard({ apiKey }: { readonly apiKey: Key }) {
	const {
		client_id,
		client_name,
		credit_balance,
		balance_is_low,
		spent_today,
		limits,
		state,
		webhook_state,
	} = apiKey;
	return (
		<article className={classes.card}>
			<div className={classes.head}>
				<h2 className={classes.name}>
					<Link className={classes.link} to={`/keys/${client_id}`}>
						<bdi>{client_name}</bdi>
					</Link>
				</h2>
				<span className={classes.badges}>
					{webhook_state === "off" ? <StateBadge state="webhook-off" /> : null}
					<StateBadge state={balance_is_low ? "low" : state} />
				</span>
			</div>
			<p className={classes.balance}>
				<span className={classes.amount}>{formatCredits(credit_balance)}</span> credits
			</p>
			<dl className={classes.facts}>
				<div>
					<dt>Spent today</dt>
					<dd>{formatCredits(spent_today)}</dd>
				</div>
				<div>
					<dt>Requests left today</dt>
					<dd>{formatCount(limits.remaining_today)}</dd>
				</div>
			</dl>
			<div className={classes.foot}>
				<Identifier id={client_id} name="client id" />
			</div>
		</article>
	);
}
