import { IconPhotoSearch } from "@tabler/icons-react";
import type { RouteAnswer } from "../../../../../src/portal/contract.ts";
import { KEPT, usePages } from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { NearWords } from "../../../parts/NearWords.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import classes from "./Catalogue.module.css";
import { CatalogueFilters } from "./CatalogueFilters.tsx";
import { catalogueColumns } from "./catalogue-columns.tsx";
import { catalogueFilterOf } from "./catalogue-filter.ts";

/** All products, filtered by the URL. */
export function Products() {
	const [address, change] = useAddress();
	const filter = catalogueFilterOf(address);
	const products = usePages("GET /admin/catalogue/products", { query: { ...filter, limit: 50 } }, KEPT);
	const rows = products.data?.data ?? [];
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface flush title={isFiltered ? "Products found" : "All products"}>
			<CatalogueFilters address={address} onChange={change} />
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
