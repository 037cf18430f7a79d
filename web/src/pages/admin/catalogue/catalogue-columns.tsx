import { Anchor, Group } from "@mantine/core";
import { Link } from "react-router";
import type { CatalogueRow } from "../../../api/routes.ts";
import { productWord } from "../../../format/products.ts";
import type { Column } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { ProductName } from "../../../parts/ProductName.tsx";
import { Thumbnail } from "../../../parts/Thumbnail.tsx";
import classes from "./Catalogue.module.css";

type ShownRow = Pick<CatalogueRow, "barcode" | "name" | "brand" | "thumbnail">;

/** @param place on the product's page: `#pictures`. */
const productColumnTo = (place: "" | "#pictures") =>
	({
		name: "Product",
		isTitle: true,
		cell: ({ barcode, name, brand, thumbnail }: ShownRow) => (
			<Group gap="sm" miw={0} wrap="nowrap">
				<Thumbnail name="" sizePx={40} version={thumbnail} />
				<div className={classes.words}>
					<Anchor component={Link} to={`/admin/catalogue/${barcode}${place}`}>
						<ProductName>{name ?? barcode}</ProductName>
					</Anchor>
					<span>
						<bdi className="figures">{barcode}</bdi>
						{brand ? (
							<>
								{" · "}
								<bdi>{brand}</bdi>
							</>
						) : null}
					</span>
				</div>
			</Group>
		),
	}) satisfies Column<ShownRow>;

export const productColumn = productColumnTo("");
export const picturesColumn = productColumnTo("#pictures");

export const catalogueColumns: readonly Column<CatalogueRow>[] = [
	productColumn,
	{ name: "Department", cell: ({ department }) => department ?? "–" },
	{ name: "Has", cell: ({ scopes }) => tags(scopes.filter((scope) => scope !== "image_meta")) },
	{ name: "Pictures", cell: ({ variants }) => tags(variants) },
	{ name: "Changed", cell: ({ changed_at }) => <Ago at={changed_at} /> },
];

/** A product's values of some kind; a dash if there are none. */
export function tags(values: readonly string[]) {
	return values.length === 0 ? "–" : <Tags values={values} />;
}

/** Scopes, pictures or fields, in words. */
function Tags({ values }: { readonly values: readonly string[] }) {
	return (
		<ul className={classes.tags}>
			{values.map((value) => (
				<li key={value}>
					<bdi>{productWord(value)}</bdi>
				</li>
			))}
		</ul>
	);
}
