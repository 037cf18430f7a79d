import { Alert, Button, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router";
import type { RouteBody } from "../../../../src/routes.ts";
import { call } from "../../api/call.ts";
import {
	type CheckedBarcode,
	KEPT,
	type Key,
	type ListPrices,
	type ProductList,
	type QuoteRequest,
	type RouteKey,
	useAction,
	useRoute,
} from "../../api/routes.ts";
import { type BasketItem, useBasket } from "../../basket/basket.ts";
import { usePictureSize, useSelection } from "../../basket/SelectionForm.tsx";
import { EVERYTHING, itemOf, lockedOf, type Selection, without } from "../../basket/selection.ts";
import { useKept } from "../../basket/use-kept.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { countInWords, creditsInWords, formatCount } from "../../format/credits.ts";
import { nameProblem } from "../../format/names.ts";
import { saveFile } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Form } from "../../parts/Form.tsx";
import { Surface } from "../../parts/Page.tsx";
import { done, told } from "../../parts/toast.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import checkout from "../basket/Checkout.module.css";
import { Summary } from "../basket/Summary.tsx";
import classes from "./Lists.module.css";
import { ListTable } from "./ListTable.tsx";
import { basketItemsOf, gapReport, itemsOf, listRows, pricedRows } from "./status.ts";

interface ListForKeyProps {
	readonly head: ReactNode;
	readonly barcodes: readonly string[];
	/** The saved list; undefined for a new one. */
	readonly list: ProductList | undefined;
	readonly onChange: (barcodes: readonly string[]) => void;
	/** Called when a new list has been saved. */
	readonly onSaved?: () => void;
}

export function ListForKey({ head, ...list }: ListForKeyProps) {
	return (
		<WithPayingKey head={head}>
			{(key, keySelect) => <ListResult {...list} key={key.client_id} keySelect={keySelect} payingKey={key} />}
		</WithPayingKey>
	);
}

/** Maximum number of products in an order (SPEC E8). */
const MOST_ITEMS = 1000;

interface ListResultProps {
	readonly barcodes: readonly string[];
	/** The saved list from which they come. */
	readonly list: ProductList | undefined;
	readonly payingKey: Key;
	readonly keySelect: ReactNode;
	readonly onChange: (barcodes: readonly string[]) => void;
	/** Called when a new list has been saved. */
	readonly onSaved?: () => void;
}

/** The result for a list. It is checked for everything that the key may have, so that ticking boxes needs no further request. */
function ListResult(props: ListResultProps) {
	const { barcodes, payingKey } = props;
	const locked = useMemo(() => lockedOf(payingKey.locks), [payingKey.locks]);
	const wanted = useMemo(() => {
		const { barcode: _, ...selection } = itemOf("", without(EVERYTHING, locked));
		return selection;
	}, [locked]);
	const check = useListCheck(payingKey.client_id, barcodes, wanted);
	if (check.error) {
		return (
			<FailureNotice error={check.error} onRetry={check.refetch} title="The list could not be checked" />
		);
	}
	if (!check.data) return <WaitingRows rows={8} />;
	return <Checked {...props} {...check.data} locked={locked} />;
}

interface CheckedProps extends ListResultProps {
	readonly results: readonly CheckedBarcode[];
	readonly prices: ListPrices;
	readonly locked: Selection;
}

function Checked(props: CheckedProps) {
	const { results, prices, locked, list, barcodes, payingKey, keySelect, onChange, onSaved } = props;
	const [selection] = useSelection();
	const [size] = usePictureSize();
	const [leavesOut, setLeavesOut] = useKept("leaves-out", true);
	const rows = useMemo(
		() => listRows(results, without(selection, locked), leavesOut),
		[results, selection, locked, leavesOut],
	);
	const items = useMemo(() => itemsOf(rows), [rows]);
	const priced = useMemo(() => pricedRows(rows, prices), [rows, prices]);
	const request = useMemo<QuoteRequest>(
		() => ({ items: items.slice(0, MOST_ITEMS), ...(size === "full" ? {} : { size }) }),
		[items, size],
	);
	const quote = useRoute(
		"POST /keys/{client_id}/orders/quote",
		{ path: { client_id: payingKey.client_id }, body: request },
		{ ...KEPT, staleTime: 20_000, enabled: request.items.length > 0 },
	);
	return (
		<div className={checkout.checkout}>
			<Stack miw={0}>
				<Notices
					isLeavingOut={leavesOut}
					items={items.length}
					onCorrect={() => onChange(corrected(results))}
					onLeavesOut={setLeavesOut}
					results={results}
				/>
				<Surface
					actions={
						<Button
							leftSection={<IconDownload aria-hidden="true" size={16} stroke={1.7} />}
							onClick={() => saveFile("gap-report.csv", gapReport(rows), "text/csv;charset=utf-8")}
							variant="default"
						>
							Gap report (CSV)
						</Button>
					}
					description={`${creditsInWords(priced.sum)} for ${countInWords(items.length, "product")} to order.`}
					flush
					title={countInWords(results.length, "barcode")}
				>
					<ListTable prices={priced.credits} rows={rows} />
				</Surface>
				<SaveListForm barcodes={barcodes} list={list} onSaved={onSaved} />
			</Stack>
			<Summary
				barcodes={[]}
				isStale={quote.isFetching}
				keySelect={keySelect}
				locked={locked}
				more={<PutInBasket items={basketItemsOf(rows).slice(0, MOST_ITEMS)} />}
				payingKey={payingKey}
				quote={quote.error || items.length === 0 ? undefined : quote.data}
				request={request}
			/>
		</div>
	);
}

function corrected(results: readonly CheckedBarcode[]): string[] {
	return [
		...new Set(
			results.map(({ text, barcode, suggestion }) => (barcode === null ? (suggestion ?? text) : text)),
		),
	];
}

interface NoticesProps {
	readonly results: readonly CheckedBarcode[];
	readonly items: number;
	readonly isLeavingOut: boolean;
	readonly onLeavesOut: (leavesOut: boolean) => void;
	readonly onCorrect: () => void;
}

function Notices({ results, items, isLeavingOut, onLeavesOut, onCorrect }: NoticesProps) {
	const suggested = results.filter(({ suggestion }) => suggestion !== null).length;
	const held = results.filter((result) => result.held !== null).length;
	return (
		<Stack className={classes.notices} data-unprinted>
			{suggested > 0 ? (
				<Alert color="marigold" title={`${countInWords(suggested, "barcode")} with a wrong check digit`}>
					<p className={classes.notice}>The catalogue has a likely match for each.</p>
					<Button onClick={onCorrect} size="xs" variant="default">
						Use the suggested barcodes
					</Button>
				</Alert>
			) : null}
			{held > 0 ? (
				<Surface>
					<Switch
						checked={isLeavingOut}
						description={`${countInWords(held, "product")} on this list: you are not charged again for what you can still download.`}
						label="Leave out what you already bought"
						onChange={(event) => onLeavesOut(event.currentTarget.checked)}
					/>
				</Surface>
			) : null}
			{items > MOST_ITEMS ? (
				<Alert
					color="petrol"
					title={`The first ${formatCount(MOST_ITEMS)} of ${formatCount(items)} products`}
				>
					An order can have at most {formatCount(MOST_ITEMS)}. Open the list again afterwards: what you
					already ordered will be left out.
				</Alert>
			) : null}
		</Stack>
	);
}

/** Adds what would be ordered from a list to the basket instead. */
function PutInBasket({ items }: { readonly items: readonly BasketItem[] }) {
	const { put } = useBasket();
	const putAll = () =>
		put.mutate(items, told(`${countInWords(items.length, "product")} of the list in your basket.`));
	return (
		<Button
			disabled={items.length === 0}
			loading={put.isPending}
			onClick={putAll}
			size="md"
			variant="default"
		>
			Put in the basket
		</Button>
	);
}

const ROUTE = "POST /keys/{client_id}/list-check";
/** Barcodes checked per request. */
const AT_ONCE = 500;

/** Checks the barcodes of a list, chunk by chunk. @param wanted the data that the check asks about. */
function useListCheck(
	clientId: string,
	barcodes: readonly string[],
	wanted: Omit<RouteBody<typeof ROUTE>, "barcodes">,
) {
	const path = { client_id: clientId };
	return useQuery({
		queryKey: [ROUTE, { path, body: { barcodes, ...wanted } }] satisfies RouteKey,
		async queryFn({ signal }) {
			const results: CheckedBarcode[] = [];
			let prices: ListPrices = { scopes: [], picture: 0 };
			for (let from = 0; from < barcodes.length; from += AT_ONCE) {
				const body = { barcodes: barcodes.slice(from, from + AT_ONCE), ...wanted };
				const answer = await call(ROUTE, { path, body }, signal);
				results.push(...answer.results);
				prices = answer.prices;
			}
			return { results, prices };
		},
		staleTime: 30_000,
	});
}

interface SaveListFormProps {
	readonly list: ProductList | undefined;
	readonly barcodes: readonly string[];
	readonly onSaved: (() => void) | undefined;
}

/** Saves a list under a name, or saves changes to a saved one. */
function SaveListForm({ list, barcodes, onSaved }: SaveListFormProps) {
	const save = useAction("POST /lists");
	const change = useAction("PUT /lists/{list_id}", { path: { list_id: list?.list_id ?? "" } });
	const navigate = useNavigate();
	const form = useForm({
		initialValues: { name: list?.name ?? "" },
		validate: { name: nameProblem },
	});
	const isSame = list?.name === form.values.name.trim() && list.barcodes.join() === barcodes.join();
	const open = (listId: string) => {
		onSaved?.();
		void navigate(`/lists/${listId}`);
	};
	const submit = ({ name }: { name: string }) => {
		const body = { name: name.trim(), barcodes: [...barcodes] };
		if (list) change.mutate({ body }, done("Saved."));
		else save.mutate({ body }, { onSuccess: ({ list_id }) => open(list_id) });
	};
	return (
		<Surface description="Open a saved list again to see what is new." title="Save this list">
			<Form error={save.error ?? change.error} form={form} onSubmit={submit}>
				<div className={classes.save}>
					<TextInput label="Name" maxLength={200} {...form.getInputProps("name")} />
					<Button
						disabled={isSame}
						loading={save.isPending || change.isPending}
						type="submit"
						variant="default"
					>
						Save
					</Button>
				</div>
			</Form>
		</Surface>
	);
}
