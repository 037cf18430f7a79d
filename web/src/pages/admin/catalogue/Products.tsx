import { Button, MultiSelect, NativeSelect } from "@mantine/core";
import { IconPhotoSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { KEPT, usePages, useRoute } from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { countsOf } from "../../../format/filter-counts.ts";
import { productWord } from "../../../format/products.ts";
import { Counted } from "../../../parts/Counted.tsx";
import { DayField } from "../../../parts/DayField.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { NearWords } from "../../../parts/NearWords.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { TypedText } from "../../../parts/TypedText.tsx";
import { useAddress, useFilters } from "../../../parts/use-address.ts";
import classes from "./Catalogue.module.css";
import { catalogueColumns } from "./catalogue-columns.tsx";
import { catalogueFilterOf, FURTHER, listOf, PICTURE_FILTERS } from "./catalogue-filter.ts";

/** All products, filtered by the URL. */
export function Products() {
	const [address] = useAddress();
	const filter = catalogueFilterOf(address);
	const products = usePages("GET /admin/catalogue/products", { query: { ...filter, limit: 50 } }, KEPT);
	const rows = products.data?.data ?? [];
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface flush title={isFiltered ? "Products found" : "All products"}>
			<CatalogueFilters />
			{rows.length > 0 || products.hasNextPage ? (
				<p className={classes.count} role="status">
					{countWords(products.data?.pages[0], rows.length, products.hasNextPage)}
					<NearWords pages={products.data?.pages ?? []} />
				</p>
			) : null}
			<Listing
				columns={catalogueColumns}
				isDense
				more="Show more"
				name="Products"
				query={products}
				rowKey={({ barcode }) => barcode}
				waiting={8}
			>
				{products.hasNextPage ? null : (
					<EmptyState icon={IconPhotoSearch} title={isFiltered ? "No product matches" : "No products yet"}>
						{isFiltered ? "Try fewer filters or another word." : "Import some to get started."}
					</EmptyState>
				)}
			</Listing>
		</Surface>
	);
}

type FirstPage = RouteAnswer<"GET /admin/catalogue/products">;

function countWords(first: FirstPage | undefined, shown: number, isMore: boolean): string {
	const total = first?.total ?? null;
	if (total === null) return isMore ? `${formatCount(shown)} found so far` : `${formatCount(shown)} found`;
	const about = first?.is_about ? "About " : "";
	return `${about}${formatCount(total)} ${total === 1 ? "product" : "products"}`;
}

const PICTURES = [
	{ value: "", label: "Any" },
	{ value: "1", label: "Yes" },
	{ value: "0", label: "No" },
];

/** Filters of the table; all of them are in the URL. */
function CatalogueFilters() {
	const [address, set] = useFilters();
	const [isOpen, setOpen] = useState(FURTHER.some((name) => address.has(name)));
	const keys = useKeys();
	const counts = useCounts(address);
	const list = (name: "department" | "has" | "missing", label: string, data: Choices) => (
		<MultiSelect
			flex="1 1 14rem"
			maw="24rem"
			clearable
			clearButtonProps={{ "aria-label": `Clear ${label}` }}
			data={data}
			hidePickedOptions
			label={label}
			limit={100}
			onChange={(values) => set(name, values.join(","))}
			renderOption={({ option }) => (
				<Counted count={counts.get(`${name} ${option.value}`)}>{option.label}</Counted>
			)}
			searchable
			size="sm"
			value={listOf(address, name)}
		/>
	);
	return (
		<FilterBar isFiltered={[...address.keys()].length > 0}>
			<TypedText
				isMain
				label="Name, brand or barcode"
				onType={(value) => set("q", value)}
				value={address.get("q") ?? ""}
			/>
			{list("department", "Department", keys.departments)}
			{list("has", "Has", keys.keys)}
			{list("missing", "Lacks", keys.keys)}
			{isOpen ? <FurtherFilters /> : null}
			<Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} variant="default">
				{isOpen ? "Fewer filters" : "More filters"}
			</Button>
		</FilterBar>
	);
}

type Choices = readonly { readonly value: string; readonly label: string }[];

function FurtherFilters() {
	const [address, set] = useFilters();
	const typed = (name: string, label: string) => (
		<TypedText label={label} onType={(value) => set(name, value)} value={address.get(name) ?? ""} />
	);
	return (
		<>
			{typed("search", "Barcode begins with")}
			{typed("min_digits", "Digits, at least")}
			{typed("max_digits", "Digits, at most")}
			<DayField
				label="Changed since"
				onChange={(day) => set("updated_since", day)}
				value={address.get("updated_since") ?? ""}
			/>
			{typed("ownership", "Ownership of a picture")}
			{PICTURE_FILTERS.map((name) => (
				<NativeSelect
					data={PICTURES}
					key={name}
					label={`Picture: ${productWord(name.slice("has_".length))}`}
					onChange={({ currentTarget }) => set(name, currentTarget.value)}
					value={address.get(name) ?? ""}
				/>
			))}
		</>
	);
}

/** The counts beside departments and scopes; none where they are not known. */
function useCounts(address: URLSearchParams) {
	const query = catalogueFilterOf(address);
	const counts = useRoute(
		"GET /admin/catalogue/product-counts",
		{ query },
		{ ...KEPT, staleTime: 60_000, retry: false },
	);
	return countsOf(counts.error ? undefined : counts.data);
}

/** Metadata keys, and departments. */
function useKeys(): { readonly keys: Choices; readonly departments: Choices } {
	const scopes =
		useRoute("GET /admin/catalogue/fields", {}, { staleTime: Number.POSITIVE_INFINITY }).data?.scopes ?? [];
	const fields = scopes.flatMap(({ scope, fields: declared }) => [
		{ value: scope, label: productWord(scope) },
		...declared
			.filter(({ field }) => !(scope === "catalog_meta" && field === "category"))
			.map(({ field }) => ({
				value: `${scope}.${field}`,
				label: `${productWord(scope)}: ${productWord(field)}`,
			})),
	]);
	const departments = scopes
		.flatMap(({ fields: declared }) => declared)
		.find(({ field }) => field === "department");
	return {
		keys: [...fields, { value: "image_meta", label: "A picture" }],
		departments: (departments?.choices ?? []).map((value) => ({ value, label: value })),
	};
}
