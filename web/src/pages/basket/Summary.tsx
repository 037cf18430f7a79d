import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Key, Quote, QuotedLine, QuoteRequest } from "../../api/routes.ts";
import { Delivered } from "../../basket/Delivered.tsx";
import { SelectionForm, usePictureSize, useSelection } from "../../basket/SelectionForm.tsx";
import { boughtAgain, isNothing, type Selection } from "../../basket/selection.ts";
import { useKept } from "../../basket/use-kept.ts";
import { countInWords } from "../../format/credits.ts";
import { Surface } from "../../parts/Page.tsx";
import classes from "./Checkout.module.css";
import { OrderFoot } from "./OrderFoot.tsx";

interface SummaryProps {
	readonly payingKey: Key;
	readonly keySelect: ReactNode;
	/** All barcodes in the basket, which is emptied once they are ordered. */
	readonly barcodes: readonly string[];
	readonly request: QuoteRequest;
	/** Undefined until the price is known. */
	readonly quote: Quote | undefined;
	readonly isStale: boolean;
	readonly locked: Selection;
	/** Takes out what is bought already, where the page can do so. */
	readonly onLeaveOut?: ((lines: readonly QuotedLine[]) => void) | undefined;
	/** Further actions besides ordering. */
	readonly more?: ReactNode;
}

/** The common selection, the price, the paying key, and the button. */
export function Summary(props: SummaryProps) {
	const { payingKey, keySelect, request, quote, isStale, locked } = props;
	const [selection, setSelection] = useSelection();
	const [size, setSize] = usePictureSize();
	const [name, setName] = useKept("order-name", "");
	return (
		<div className={classes.side}>
			<div className={classes.order} data-unprinted>
				<Surface title="Order">
					<Stack gap="lg">
						{keySelect}
						{quote ? <Again onLeaveOut={props.onLeaveOut} quote={quote} /> : null}
						<SelectionForm locked={locked} onChange={setSelection} selection={selection} />
						{selection.variants.length > 0 && (quote?.sizes.length ?? 0) > 0 ? (
							<Select
								allowDeselect={false}
								data={[
									{ value: "full", label: "Full size" },
									...(quote?.sizes ?? []).map((px) => ({ value: String(px), label: `${px} pixels` })),
								]}
								description="The price is the same for every size."
								label="Size of pictures"
								onChange={(chosen) => setSize(chosen ?? "full")}
								value={size}
							/>
						) : null}
						<TextInput
							label="Name of the order"
							maxLength={200}
							onChange={(event) => setName(event.currentTarget.value)}
							placeholder="Optional"
							value={name}
						/>
						{quote ? (
							<Delivered
								drawn={quote.drawn_pictures}
								pictures={quote.pictures}
								thumbnail={exampleOf(quote)}
							/>
						) : null}
						{quote ? <Terms quote={quote} /> : null}
					</Stack>
				</Surface>
			</div>
			<OrderFoot
				barcodes={props.barcodes}
				isStale={isStale}
				more={props.more}
				name={name.trim()}
				onOrdered={() => setName("")}
				payingKey={payingKey}
				quote={quote}
				request={request}
			/>
		</div>
	);
}

/** A picture among those that are quoted. */
function exampleOf({ lines }: Quote): string | null {
	return lines.find(({ variants, thumbnail }) => variants.length > 0 && thumbnail)?.thumbnail ?? null;
}

type AgainProps = Pick<SummaryProps, "onLeaveOut"> & { readonly quote: Quote };

/** Nothing is bought twice without saying so. */
function Again({ quote, onLeaveOut }: AgainProps) {
	const lines = quote.lines.filter((line) => !isNothing(boughtAgain(line)));
	if (lines.length === 0) return null;
	return (
		<Alert color="marigold" title="You have some of this already">
			<p className={classes.alert}>
				{countInWords(lines.length, "product")} would be charged again, wholly or in part.
			</p>
			{onLeaveOut ? (
				<Button onClick={() => onLeaveOut(lines)} size="xs" variant="default">
					Leave out what I have
				</Button>
			) : null}
		</Alert>
	);
}

function Terms({ quote }: { readonly quote: Quote }) {
	const missing = quote.lines.filter(({ found }) => !found).length;
	return (
		<p className="note">
			{missing > 0 ? `${countInWords(missing, "product")} not in the catalogue: free. ` : ""}
			You can download what you buy again for {countInWords(quote.days, "day")}, free of charge.
		</p>
	);
}
