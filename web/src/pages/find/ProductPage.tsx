import { IconPhotoOff } from "@tabler/icons-react";
import { useLocation, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type FoundProduct, useRoute } from "../../api/routes.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { productWord } from "../../format/products.ts";
import { EmptyState } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { FailedPage, PageHead, Surface } from "../../parts/Page.tsx";
import { Thumbnail } from "../../parts/Thumbnail.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import boughtClasses from "./Bought.module.css";
import { boughtLines } from "./bought-lines.ts";
import { Choice } from "./Choice.tsx";
import classes from "./ProductPage.module.css";

/** One product: its available data, what it costs, and what the selected key has bought of it. */
export function ProductPage() {
	const { barcode = "" } = useParams();
	return (
		<WithPayingKey label="Paying key" name="Product">
			{({ client_id }, select) => (
				<Product barcode={barcode} clientId={client_id} key={`${client_id} ${barcode}`} select={select} />
			)}
		</WithPayingKey>
	);
}

interface ProductProps {
	readonly barcode: string;
	readonly clientId: string;
	readonly select: React.ReactNode;
}

function Product({ barcode, clientId, select }: ProductProps) {
	const product = useRoute(
		"GET /keys/{client_id}/products/{barcode}",
		{ path: { client_id: clientId, barcode } },
		{ retry: false },
	);
	const { state } = useLocation();
	const back = { to: `/find${state?.search ?? ""}`, name: "Find products" };
	if (product.error && asFailure(product.error).status !== 404)
		return (
			<FailedPage
				actions={select}
				back={back}
				error={product.error}
				name={barcode}
				onRetry={product.refetch}
				title="The product could not be loaded"
			/>
		);
	if (product.error)
		return (
			<>
				<PageHead actions={select} back={back} name={barcode} />
				<Surface>
					<EmptyState icon={IconPhotoOff} title="No such product">
						No product has this barcode, or this key cannot see it.
					</EmptyState>
				</Surface>
			</>
		);
	if (!product.data) return <WaitingPage />;
	return <Shown back={back} product={product.data} select={select} />;
}

interface ShownProps {
	readonly product: FoundProduct;
	readonly back: { readonly to: string; readonly name: string };
	readonly select: React.ReactNode;
}

function Shown({ product, back, select }: ShownProps) {
	const { name, brand, barcode } = product;
	return (
		<>
			<PageHead
				actions={select}
				back={back}
				description={
					<>
						{brand ? <bdi>{brand}</bdi> : null}
						{brand ? " · " : null}
						<span className="figures">{barcode}</span>
					</>
				}
				name={name ?? barcode}
				title={<bdi>{name ?? barcode}</bdi>}
			/>
			<div className={classes.product}>
				<Pictures product={product} />
				<div className={classes.side}>
					<Choice product={product} />
					{product.bought ? <Bought bought={product.bought} /> : null}
				</div>
			</div>
		</>
	);
}

function Pictures({ product: { thumbnail, name, barcode, variants } }: Pick<ShownProps, "product">) {
	const others = variants.filter((each) => each.thumbnail !== null && each.thumbnail !== thumbnail);
	return (
		<div className={classes.pictures}>
			<div className={classes.large} data-empty={thumbnail === null || undefined}>
				{thumbnail === null ? (
					<p className={classes.none}>No picture</p>
				) : (
					<Thumbnail name={name ?? barcode} sizePx={320} version={thumbnail} />
				)}
			</div>
			<div className={classes.small}>
				{others.map((each) => (
					<span className={classes.other} key={each.variant}>
						<Thumbnail name={productWord(each.variant)} sizePx={72} version={each.thumbnail} />
					</span>
				))}
			</div>
		</div>
	);
}

/** What the key has bought of a product, as of the purchase. */
function Bought({ bought }: { readonly bought: NonNullable<FoundProduct["bought"]> }) {
	const lines = boughtLines(bought.values);
	return (
		<Surface
			description={
				<>
					Bought <Moment at={bought.bought_at} />. You can fetch it again for free until{" "}
					<Moment at={bought.expires_at} />.
				</>
			}
			title="Bought with this key"
		>
			{bought.variants.length > 0 ? (
				<p className={boughtClasses.pictures}>Pictures: {bought.variants.map(productWord).join(" · ")}</p>
			) : null}
			<dl className={boughtClasses.values}>
				{lines.map(({ name, value }) => (
					<div key={name}>
						<dt>{productWord(name)}</dt>
						<dd dir="auto">{value}</dd>
					</div>
				))}
			</dl>
		</Surface>
	);
}
