import { Anchor } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { Link, useLocation, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type FoundProduct, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { EmptyState } from "../../parts/Listing.tsx";
import { FailedPage, PageHead, Surface } from "../../parts/Page.tsx";
import { ProductName } from "../../parts/ProductName.tsx";
import { Mark } from "../../parts/StateBadge.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Bought, BoughtValues } from "./Bought.tsx";
import { Choice } from "./Choice.tsx";
import { Gallery } from "./Gallery.tsx";
import classes from "./ProductPage.module.css";

/** One product: its pictures, what there is of it, what that costs, and what is bought of it. */
export function ProductPage() {
	const { barcode = "" } = useParams();
	return (
		<WithPayingKey isByBalance name="Product">
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
						No product has this barcode, or it is not open to you.
					</EmptyState>
				</Surface>
			</>
		);
	if (!product.data) return <WaitingPage />;
	return <Shown back={back} clientId={clientId} product={product.data} select={select} />;
}

interface ShownProps {
	readonly clientId: string;
	readonly product: FoundProduct;
	readonly back: { readonly to: string; readonly name: string };
	readonly select: React.ReactNode;
}

function Shown({ clientId, product, back, select }: ShownProps) {
	const { name, brand, barcode } = product;
	const proposes = useSession().data?.account?.proposes_as;
	return (
		<>
			<PageHead
				actions={select}
				back={back}
				description={
					<>
						{brand ? <bdi>{brand}</bdi> : null}
						{brand ? " · " : null}
						<span className="figures">{barcode}</span>{" "}
						{product.alerts.length > 0 ? <Mark color="red">Kosher alert</Mark> : null}
					</>
				}
				name={name ?? barcode}
				title={<ProductName>{name ?? barcode}</ProductName>}
			/>
			<HeldAlerts of={[product]} />
			<div className={classes.product}>
				<Gallery clientId={clientId} product={product} />
				<div className={classes.facts}>
					<Bought clientId={clientId} product={product} />
					<Choice product={product} />
					<BoughtValues product={product} />
					{proposes ? (
						<Anchor component={Link} to={{ pathname: "/propose", search: `barcode=${barcode}` }}>
							Suggest a correction
						</Anchor>
					) : null}
				</div>
			</div>
		</>
	);
}
