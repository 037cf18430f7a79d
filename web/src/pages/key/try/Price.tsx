import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { RouteAnswer } from "../../../../../src/portal/contract/routes.ts";
import { call } from "../../../api/call.ts";
import { asFailure } from "../../../api/failure.ts";
import { keyName } from "../../../api/keys.ts";
import { type Endpoint, isComplete, type Values } from "../../../calls/endpoint.ts";
import { quoteQuery } from "../../../calls/request.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import classes from "./TryIt.module.css";

interface PriceProps {
	readonly clientId: string;
	readonly endpoint: Endpoint;
	readonly values: Values;
}

const TYPING_MS = 350;

/** What the call would cost, before it runs. The quote is free. */
export function Price({ clientId, endpoint, values }: PriceProps) {
	const [settled] = useDebouncedValue(values, TYPING_MS);
	const query = isComplete(endpoint, settled) ? quoteQuery(endpoint, settled) : undefined;
	const quote = useQuery({
		queryKey: keyName(clientId, "quote", query),
		queryFn: query
			? ({ signal }: { signal: AbortSignal }) =>
					call("GET /keys/{client_id}/quote", { path: { client_id: clientId }, query }, signal)
			: skipToken,
		placeholderData: keepPreviousData,
	});
	return (
		<div aria-live="polite" className={classes.price}>
			{endpoint.isBilled ? null : <p className={classes.quiet}>This call is free of charge.</p>}
			{endpoint.isBilled && query === undefined ? (
				<p className={classes.quiet}>Fill in the call to see its price.</p>
			) : null}
			{query && quote.error ? (
				<p className={classes.refused}>
					The call would be refused, at no charge: {asFailure(quote.error).message}
				</p>
			) : null}
			{query && !quote.error && quote.data ? <QuoteView quote={quote.data} /> : null}
			{query && quote.isPending ? <p className={classes.quiet}>Pricing…</p> : null}
		</div>
	);
}

function QuoteView({ quote }: { readonly quote: RouteAnswer<"GET /keys/{client_id}/quote"> }) {
	return (
		<>
			{quote.items.map((item) => (
				<div className={classes.row} key={item.action}>
					<span>
						<code>{item.action}</code>
						{item.count === 1 ? null : ` × ${item.count}`}
					</span>
					<span>{formatCredits(item.credits)}</span>
				</div>
			))}
			<div className={`${classes.row} ${classes.total}`}>
				<span>Price</span>
				<span>{creditsInWords(quote.credits)}</span>
			</div>
			<div className={`${classes.row} ${classes.quiet}`}>
				<span>Balance afterwards</span>
				<span>{formatCredits(quote.balance_after)}</span>
			</div>
			{quote.is_affordable ? null : (
				<p className={classes.refused}>
					The balance or the daily cap does not allow this; the call would be refused.
				</p>
			)}
			{quote.notes.map((note) => (
				<p className={classes.quiet} key={note}>
					{note}
				</p>
			))}
		</>
	);
}
