import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { skipToken } from "@tanstack/react-query";
import type { RouteAnswer } from "../../../../../src/portal/contract.ts";
import { asFailure } from "../../../api/failure.ts";
import { KEPT, useRoute } from "../../../api/routes.ts";
import { type Endpoint, isComplete, type Values } from "../../../calls/endpoint.ts";
import { quoteQuery } from "../../../calls/request.ts";
import { creditsInWords, formatCredits, formatExact } from "../../../format/credits.ts";
import classes from "./TryIt.module.css";

interface PriceProps {
	readonly clientId: string;
	readonly endpoint: Endpoint;
	readonly values: Values;
	/** The response says why the call was refused, so it need not be repeated here. */
	readonly isRefused: boolean;
	/** Switches to the endpoint that prices this one. */
	readonly onQuote: (id: string) => void;
}

const TYPING_MS = 350;

/** What the call would cost, before it runs. The quote is free. */
export function Price({ clientId, endpoint, values, isRefused, onQuote }: PriceProps) {
	const { quotedBy } = endpoint;
	const [settled] = useDebouncedValue(values, TYPING_MS);
	const query = isComplete(endpoint, settled) ? quoteQuery(endpoint, settled) : undefined;
	const quote = useRoute(
		"GET /keys/{client_id}/quote",
		query ? { path: { client_id: clientId }, query } : skipToken,
		KEPT,
	);
	return (
		<div aria-live="polite" className={classes.price}>
			{endpoint.isBilled ? null : <p className={classes.quiet}>This call is free of charge.</p>}
			{quotedBy ? (
				<>
					<p className={classes.quiet}>You can check the price of this call first, free of charge.</p>
					<Button className={classes.quote} onClick={() => onQuote(quotedBy)} size="xs" variant="default">
						Price it first
					</Button>
				</>
			) : null}
			{endpoint.isBilled && !quotedBy && query === undefined ? (
				<p className={classes.quiet}>Fill in the call to see its price.</p>
			) : null}
			{query && quote.error && !isRefused ? (
				<p className={classes.refused}>
					The call would be refused, at no charge: {asFailure(quote.error).message}
				</p>
			) : null}
			{query && !quote.error && quote.data ? <QuoteView isRefused={isRefused} quote={quote.data} /> : null}
			{query && quote.isPending ? <p className={classes.quiet}>Pricing…</p> : null}
		</div>
	);
}

interface QuoteViewProps {
	readonly quote: RouteAnswer<"GET /keys/{client_id}/quote">;
	readonly isRefused: boolean;
}

function QuoteView({ quote, isRefused }: QuoteViewProps) {
	const notes = isRefused ? [] : quote.notes;
	return (
		<>
			{quote.items.map((item) => (
				<div className={classes.row} key={item.action}>
					<span>
						<code>{item.action}</code>
						{item.count === 1 ? null : ` × ${item.count}`}
					</span>
					<span>{formatExact(item.credits)}</span>
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
			{notes.map((note) => (
				<p className={quote.is_affordable ? classes.quiet : classes.refused} key={note}>
					{note}
				</p>
			))}
		</>
	);
}
