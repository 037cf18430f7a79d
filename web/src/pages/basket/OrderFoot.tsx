import { Alert, Anchor, Button } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import { type Key, type Quote, type QuoteRequest, useAction } from "../../api/routes.ts";
import { useBasket } from "../../basket/basket.ts";
import { keyPath } from "../../basket/paying-key.ts";
import { useSelection } from "../../basket/SelectionForm.tsx";
import { isNothing as isNothingChosen } from "../../basket/selection.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { FirstCharge } from "../../parts/FirstCharge.tsx";
import footClasses from "../../parts/Foot.module.css";
import { notifySuccess } from "../../parts/toast.tsx";
import { MoreCredits } from "../key/top-ups/MoreCredits.tsx";

interface OrderFootProps {
	readonly payingKey: Key;
	readonly barcodes: readonly string[];
	readonly request: QuoteRequest;
	readonly quote: Quote | undefined;
	readonly isStale: boolean;
	readonly name: string;
	readonly onOrdered: () => void;
	/** Further actions besides ordering. */
	readonly more?: ReactNode;
}

/** What is left afterwards, and the button that buys what was quoted, at that price or not at all; then empties the basket and shows the order. */
export function OrderFoot(props: OrderFootProps) {
	const { payingKey, barcodes, request, quote, isStale, name, onOrdered, more } = props;
	const { client_id } = payingKey;
	const place = useAction("POST /keys/{client_id}/orders", { path: { client_id } });
	const { remove } = useBasket();
	const navigate = useNavigate();
	// The second click of a double click comes before the button shows that it is busy.
	const isUnderWay = useRef(false);
	const [selection] = useSelection();
	const isNothing = request.items.length === 0;
	const nothing = isNothingChosen(selection) ? "Choose data or pictures" : "Nothing to order";
	const order = { ...request, ...(name === "" ? {} : { name }) };
	const buy = () => {
		if (!quote || isUnderWay.current) return;
		isUnderWay.current = true;
		const idempotency_key = orderKey(JSON.stringify([client_id, order]));
		const body = { ...order, max_credits: quote.credits, idempotency_key };
		place.mutate(
			{ body },
			{
				onSettled() {
					isUnderWay.current = false;
				},
				onError(error) {
					// It was sent before at another price, and the response was lost: it may be among the orders.
					if (asFailure(error).code === "idempotency_key_mismatch") forgetOrderKey();
				},
				onSuccess({ order_id, credits, is_repeat }) {
					forgetOrderKey();
					onOrdered();
					if (barcodes.length > 0) remove.mutate(barcodes);
					notifySuccess(
						is_repeat
							? "This order had already been placed; you were charged only once."
							: `Ordered for ${creditsInWords(credits)}.`,
					);
					navigate(`/orders/${order_id}?key=${client_id}`);
				},
			},
		);
	};
	return (
		<div className={footClasses.foot} data-unprinted>
			{quote && !quote.is_affordable && !isNothing ? <TooLittle payingKey={payingKey} quote={quote} /> : null}
			{quote && quote.credits > 0 ? <FirstCharge /> : null}
			<FailureNotice error={place.error} title={titleOf(place.error)} />
			{quote && quote.balance_after >= 0 ? (
				<p className="note">
					{formatCredits(quote.balance_after)} of {creditsInWords(quote.balance)} will be left.
				</p>
			) : null}
			<div className={footClasses.buttons}>
				{more}
				<Button
					disabled={isNothing || !quote?.is_affordable || isStale}
					loading={place.isPending}
					onClick={buy}
					size="md"
				>
					{isNothing ? nothing : `Order${quote ? ` for ${creditsInWords(quote.credits)}` : ""}`}
				</Button>
			</div>
		</div>
	);
}

function TooLittle({ payingKey, quote }: { readonly payingKey: Key; readonly quote: Quote }) {
	const { credits, balance, left_of_caps: left } = quote;
	const isShort = credits > balance;
	const to = keyPath(payingKey);
	return (
		<Alert
			color="marigold"
			icon={<IconCoins />}
			title={isShort ? "Too few credits" : "The daily cap is too low"}
		>
			{isShort ? `You need ${creditsInWords(-quote.balance_after)} more. ` : null}
			{!isShort && left !== null
				? `Only ${creditsInWords(left)} more can be spent until midnight UTC. `
				: null}
			{isShort ? (
				<MoreCredits credits={-quote.balance_after} payingKey={payingKey} to={`${to}/top-ups`} />
			) : (
				<Anchor component={Link} inherit to={to}>
					Change the cap
				</Anchor>
			)}
		</Alert>
	);
}

/** Titles for refusals; the service's own message is shown below. */
function titleOf(error: unknown): string {
	const titles: Readonly<Record<string, string>> = {
		insufficient_credits: "Too few credits: nothing was bought",
		max_credits_exceeded: "The price has changed: nothing was bought",
		scope_forbidden: "Something in it is not open to you: nothing was bought",
		idempotency_key_mismatch: "This was already sent: check whether it is among your orders",
		key_not_active: "What should pay is revoked or expired: nothing was bought",
		client_ip_not_allowed: "It cannot be paid from this address: nothing was bought",
	};
	return titles[asFailure(error).code] ?? "The order did not go through";
}

const PLACE = "packshot-order-key";

interface Remembered {
	readonly what: string;
	readonly key: string;
}

/**
 * The idempotency key of an order: it stays the same for the same order until that is known to be bought. It is stored across reloads and shared by tabs, so
 * that
 * repeating a click after a lost response, after a reload or in another tab does not pay twice.
 * @param what the whole order, and who pays.
 */
function orderKey(what: string): string {
	const remembered = read();
	if (remembered?.what === what) return remembered.key;
	const key = newIdempotencyKey();
	localStorage.setItem(PLACE, JSON.stringify({ what, key } satisfies Remembered));
	return key;
}

/** To be called once an order is bought: the same content is a new order from now on. */
function forgetOrderKey(): void {
	localStorage.removeItem(PLACE);
}

function read(): Remembered | undefined {
	try {
		return JSON.parse(localStorage.getItem(PLACE) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}
