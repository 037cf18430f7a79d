import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { AccountSpending } from "../../api/routes.ts";
import { ProductCell } from "../../basket/ProductCell.tsx";
import { keyPath } from "../../basket/paying-key.ts";
import { actionName } from "../../format/actions.ts";
import { countInWords, creditsInWords, formatCount } from "../../format/credits.ts";
import { type Column, DataTable } from "../../parts/Listing.tsx";
import { Surface } from "../../parts/Page.tsx";
import classes from "./Spending.module.css";
import { changeInWords } from "./spending-range.ts";

interface BreakdownProps {
	readonly spending: AccountSpending;
	readonly isStale: boolean;
}

type Amounts = Pick<AccountSpending["by_kind"][number], "count" | "credits" | "credits_before">;

/** The columns of amounts: how many, what they cost, and the change against before. */
function amountColumns<Row extends Amounts>(counted: string): readonly Column<Row>[] {
	return [
		{ name: counted, isNumber: true, cell: ({ count }) => formatCount(count) },
		{ name: "Credits", isAmount: true, credits: ({ credits }) => credits },
		{
			name: "Change",
			isNumber: true,
			cell: ({ credits, credits_before }) => (
				<span className={classes.change}>{changeInWords(credits, credits_before) || "–"}</span>
			),
		},
	];
}

type ProductRow = AccountSpending["by_product"][number];

/** The products that most was spent on, each with its picture and a link. */
export function ProductTable({ spending, isStale }: BreakdownProps) {
	const { by_product, other_products, no_product_credits, is_complete } = spending;
	const rest = [
		other_products.products > 0
			? `${countInWords(other_products.products, "other product")}: ${creditsInWords(other_products.credits)}.`
			: "",
		no_product_credits > 0 ? `Not about one product: ${creditsInWords(no_product_credits)}.` : "",
		is_complete ? "" : "Older charges are still being added. Come back in a few minutes.",
	];
	return (
		<Surface description={["Highest first.", ...rest].filter(Boolean).join(" ")} flush title="Products">
			<DataTable
				columns={[
					{
						name: "Product",
						isTitle: true,
						cell: (product) => (
							<ProductCell {...product} to={product.is_known ? `/find/${product.barcode}` : undefined} />
						),
					},
					...amountColumns<ProductRow>("Charges"),
				]}
				isDense
				isStale={isStale}
				name="Spending by product"
				rowKey={({ barcode }) => barcode}
				rows={by_product}
			/>
		</Surface>
	);
}

type PersonRow = AccountSpending["by_person"][number];

/** Who ordered in the pages, and what programs spent. */
export function PersonTable({ spending, isStale }: BreakdownProps) {
	return (
		<Surface description="Orders made in these pages, and calls of programs." flush title="People">
			<DataTable
				columns={[
					{ name: "Who", isTitle: true, cell: (row) => <Person row={row} /> },
					...amountColumns<PersonRow>("Orders or calls"),
				]}
				isDense
				isStale={isStale}
				name="Spending by person"
				rowKey={({ email, key }) => key?.client_id ?? email ?? ""}
				rows={spending.by_person}
			/>
		</Surface>
	);
}

function Person({ row: { email, key } }: { readonly row: PersonRow }) {
	if (email !== null) return <bdi>{email}</bdi>;
	if (key === null) return "Former member";
	return key.is_account ? (
		"Your account"
	) : (
		<>
			API: <bdi>{key.client_name}</bdi>
		</>
	);
}

type KeyRow = AccountSpending["by_key"][number];

export function KeyTable({ spending, isStale }: BreakdownProps) {
	return (
		<Surface flush title="Account and keys">
			<DataTable
				columns={[
					{ name: "Name", isTitle: true, cell: (key) => <KeyName row={key} /> },
					...amountColumns<KeyRow>("Calls"),
				]}
				isDense
				isStale={isStale}
				name="Spending by key"
				rowKey={({ client_id }) => client_id}
				rows={spending.by_key}
			/>
		</Surface>
	);
}

function KeyName({ row }: { readonly row: KeyRow }) {
	return (
		<Anchor component={Link} inherit to={keyPath(row)}>
			<bdi>{row.is_account ? "My account" : row.client_name}</bdi>
		</Anchor>
	);
}

export function KindTable({ spending, isStale }: BreakdownProps) {
	return (
		<Surface flush title="Kinds of charges">
			<DataTable
				columns={[
					{ name: "What", isTitle: true, cell: ({ action }) => actionName(action) },
					...amountColumns<AccountSpending["by_kind"][number]>("Charges"),
				]}
				isDense
				isStale={isStale}
				name="Spending by kind of charge"
				rowKey={({ action }) => action}
				rows={spending.by_kind}
			/>
		</Surface>
	);
}
