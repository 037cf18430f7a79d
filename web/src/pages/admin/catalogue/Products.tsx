import { IconPhotoSearch } from "@tabler/icons-react";
import { useCatalogue } from "../../../api/catalogue.ts";
import { formatCount } from "../../../format/credits.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "./Catalogue.module.css";
import { CatalogueFilters } from "./CatalogueFilters.tsx";
import { catalogueColumns } from "./catalogue-columns.tsx";
import { catalogueFilterOf } from "./catalogue-filter.ts";

/** All products, filtered by the URL. */
export function Products() {
	const [address, change] = useAddress();
	const filter = catalogueFilterOf(address);
	const products = useCatalogue(filter);
	const pages = products.data?.pages ?? [];
	const rows = pages.flatMap(({ data }) => data);
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface flush title={isFiltered ? "Products found" : "All products"}>
			<CatalogueFilters address={address} onChange={change} />
			{products.error ? <FailureNotice error={products.error} onRetry={() => products.refetch()} /> : null}
			{products.isPending ? <WaitingRows rows={8} /> : null}
			{pages.length > 0 && rows.length === 0 && !products.hasNextPage ? (
				<EmptyState
					icon={<IconPhotoSearch size={30} stroke={1.5} />}
					title={isFiltered ? "No product matches" : "No products yet"}
				>
					{isFiltered ? "Try fewer filters or another word." : "Import some to get started."}
				</EmptyState>
			) : null}
			{rows.length > 0 || products.hasNextPage ? (
				<>
					<p className={classes.count} role="status">
						{countWords(pages[0], rows.length, products.hasNextPage)}
					</p>
					<DataTable
						columns={catalogueColumns}
						isDense
						isStale={products.isPlaceholderData}
						name="Products"
						rowKey={({ barcode }) => barcode}
						rows={rows}
					/>
				</>
			) : null}
			<MoreRows list={products}>Show more</MoreRows>
		</Surface>
	);
}

type FirstPage = NonNullable<ReturnType<typeof useCatalogue>["data"]>["pages"][number];

function countWords(first: FirstPage | undefined, shown: number, isMore: boolean): string {
	const total = first?.total ?? null;
	if (total === null) return isMore ? `${formatCount(shown)} found so far` : `${formatCount(shown)} found`;
	const about = first?.is_about ? "About " : "";
	return `${about}${formatCount(total)} ${total === 1 ? "product" : "products"}`;
}
