import { Alert, Anchor, Button, Group, TextInput } from "@mantine/core";
import { IconInfoCircle, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { asFailure } from "../../../../api/failure.ts";
import { type CatalogueProduct, useAction, useRoute } from "../../../../api/routes.ts";
import { useSession } from "../../../../api/session.ts";
import { alertTitle } from "../../../../format/alert-kinds.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { Ago, Moment } from "../../../../parts/Moment.tsx";
import { FailedPage, PageHead } from "../../../../parts/Page.tsx";
import { WaitingPage } from "../../../../parts/Waiting.tsx";
import { NotFound } from "../../../NotFound.tsx";
import { History } from "./History.tsx";
import { Pictures } from "./Pictures.tsx";
import classes from "./Product.module.css";
import { ProductForm } from "./ProductForm.tsx";

const CATALOGUE = { to: "/admin/catalogue", name: "Catalogue" };

/** One product for catalogue editors: pictures, all fields, and changes. */
export function CatalogueProductPage() {
	const { barcode = "" } = useParams();
	const product = useRoute(
		"GET /admin/catalogue/products/{barcode}",
		{ path: { barcode } },
		{ refetchOnWindowFocus: false },
	);
	const fields = useRoute("GET /admin/catalogue/fields", {}, { staleTime: Number.POSITIVE_INFINITY });
	if (!product.data || !fields.data) {
		const error = product.error ?? fields.error;
		if (!error) return <WaitingPage />;
		if (asFailure(error).status === 404) return <NotFound />;
		const retry = () => Promise.all([product.refetch(), fields.refetch()]);
		return <FailedPage back={CATALOGUE} error={error} name={barcode} onRetry={retry} />;
	}
	const { data } = product;
	return (
		<>
			<Head product={data} />
			{data.wrong_check_digit ? (
				<Alert color="marigold" icon={<IconInfoCircle />}>
					The check digit of this barcode is wrong. The barcode was probably misread.
				</Alert>
			) : null}
			{data.exists && data.gone_since ? (
				<Alert color="marigold" icon={<IconInfoCircle />}>
					Not delivered any more, as marked by an import on <Moment at={data.gone_since} />.
				</Alert>
			) : null}
			{data.withheld.map((withheld) => (
				<NotServed key={`${withheld.place} ${withheld.alert_id}`} {...withheld} />
			))}
			{data.exists ? (
				<div className={classes.columns}>
					<ProductForm key={barcode} product={data} scopes={fields.data.scopes} />
					<div className={classes.aside}>
						<Pictures product={data} />
						<History barcode={barcode} days={data.history_days} />
					</div>
				</div>
			) : (
				<>
					<Alert color="gray" icon={<IconInfoCircle />} title="This product was removed">
						To bring it back with its pictures, undo the removal below.
					</Alert>
					<History barcode={barcode} days={data.history_days} />
				</>
			)}
		</>
	);
}

function NotServed({ place, alert_id, ...alert }: CatalogueProduct["withheld"][number]) {
	const isAdministrator = useSession().data?.account?.is_administrator ?? false;
	const title = <bdi>{alertTitle(alert)}</bdi>;
	return (
		<Alert color="marigold" icon={<IconInfoCircle />} title={`Hechsher ${place + 1}`}>
			Not served: alert{" "}
			{isAdministrator ? (
				<Anchor component={Link} inherit to={`/admin/alerts/${alert_id}`}>
					{title}
				</Anchor>
			) : (
				title
			)}
			.
		</Alert>
	);
}

function Head({ product }: { readonly product: CatalogueProduct }) {
	const [isRemoving, setRemoving] = useState(false);
	const [isCorrecting, setCorrecting] = useState(false);
	const { barcode, name, brand, exists, updated_at } = product;
	return (
		<>
			<PageHead
				actions={
					exists ? (
						<Group gap="sm">
							<Button onClick={() => setCorrecting(true)} variant="default">
								Correct barcode
							</Button>
							<Button
								color="red"
								leftSection={<IconTrash aria-hidden="true" size={17} stroke={1.7} />}
								onClick={() => setRemoving(true)}
								variant="outline"
							>
								Remove
							</Button>
						</Group>
					) : null
				}
				back={CATALOGUE}
				description={
					<>
						<span className="figures">{barcode}</span>
						{brand ? (
							<>
								{" · "}
								<bdi>{brand}</bdi>
							</>
						) : null}
						{updated_at ? (
							<>
								{" · changed "}
								<Ago at={updated_at} />
							</>
						) : null}
					</>
				}
				name={name ?? barcode}
			/>
			{isCorrecting ? <CorrectDialog barcode={barcode} onClose={() => setCorrecting(false)} /> : null}
			{isRemoving ? <RemoveDialog onClose={() => setRemoving(false)} product={product} /> : null}
		</>
	);
}

function CorrectDialog({ barcode, onClose }: { readonly barcode: string; readonly onClose: () => void }) {
	const [right, setRight] = useState(barcode);
	const goTo = useNavigate();
	const correct = useAction("POST /admin/catalogue/products/{barcode}/barcode", {
		path: { barcode },
		body: { barcode: right },
	});
	return (
		<ConfirmDialog
			action="Correct the barcode"
			act={correct}
			color="petrol"
			done="Barcode corrected."
			onClose={onClose}
			onDone={() => void goTo(`/admin/catalogue/${right.trim()}`)}
			title="Correct this barcode?"
		>
			<TextInput
				inputMode="numeric"
				label="Right barcode"
				mb="md"
				onChange={(event) => setRight(event.currentTarget.value)}
				value={right}
			/>
			History, pictures, deliveries and orders stay with the product. Followers of the catalogue see the old
			barcode removed and the right one added. You can undo this from its history.
		</ConfirmDialog>
	);
}

function RemoveDialog({
	product,
	onClose,
}: {
	readonly product: CatalogueProduct;
	readonly onClose: () => void;
}) {
	const removal = useAction("POST /admin/catalogue/products/{barcode}/remove", {
		path: { barcode: product.barcode },
		body: { confirm: product.barcode },
	});
	return (
		<ConfirmDialog
			action="Remove the product"
			act={removal}
			done="Product removed."
			onClose={onClose}
			title="Remove this product?"
			typed={product.barcode}
		>
			The product and its pictures will no longer be found or delivered. You can undo this from its history
			for {product.history_days} days. Copies that were already delivered can still be traced.
		</ConfirmDialog>
	);
}
