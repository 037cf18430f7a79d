import { Alert, Badge, Button } from "@mantine/core";
import { IconInfoCircle, IconMaximize, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router";
import { asFailure } from "../../../../api/failure.ts";
import { type CataloguePicture, type CatalogueProduct, useAction, useRoute } from "../../../../api/routes.ts";
import { formatCount } from "../../../../format/credits.ts";
import { productWord } from "../../../../format/products.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { FullSizePicture } from "../../../../parts/FullSizePicture.tsx";
import { Ago } from "../../../../parts/Moment.tsx";
import { FailedPage, PageHead, Surface } from "../../../../parts/Page.tsx";
import { Thumbnail } from "../../../../parts/Thumbnail.tsx";
import { WaitingPage } from "../../../../parts/Waiting.tsx";
import { NotFound } from "../../../NotFound.tsx";
import { History } from "./History.tsx";
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
				<Alert color="marigold" icon={<IconInfoCircle />} variant="light">
					The check digit of this barcode is wrong. The barcode was probably misread.
				</Alert>
			) : null}
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
					<Alert color="gray" icon={<IconInfoCircle />} title="This product was removed" variant="light">
						To bring it back with its pictures, undo the removal below.
					</Alert>
					<History barcode={barcode} days={data.history_days} />
				</>
			)}
		</>
	);
}

function Head({ product }: { readonly product: CatalogueProduct }) {
	const [isRemoving, setRemoving] = useState(false);
	const { barcode, name, brand, exists, updated_at } = product;
	return (
		<>
			<PageHead
				actions={
					exists ? (
						<Button
							color="red"
							leftSection={<IconTrash aria-hidden="true" size={17} stroke={1.7} />}
							onClick={() => setRemoving(true)}
							variant="outline"
						>
							Remove
						</Button>
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
				title={<bdi>{name ?? barcode}</bdi>}
			/>
			{isRemoving ? <RemoveDialog onClose={() => setRemoving(false)} product={product} /> : null}
		</>
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
			onDone={onClose}
			title="Remove this product?"
			typed={product.barcode}
		>
			The product and its pictures will no longer be found or delivered. You can undo this from its history
			for {product.history_days} days. Copies that were already delivered can still be traced.
		</ConfirmDialog>
	);
}

/** Thumbnails of a product's pictures; full size on demand. */
function Pictures({ product }: { readonly product: CatalogueProduct }) {
	return (
		<Surface title="Pictures">
			{product.pictures.length === 0 ? <p className={classes.none}>This product has no pictures.</p> : null}
			<ul className={classes.pictures}>
				{product.pictures.map((picture) => (
					<Picture key={picture.version} picture={picture} product={product} />
				))}
			</ul>
		</Surface>
	);
}

interface PictureProps {
	readonly product: CatalogueProduct;
	readonly picture: CataloguePicture;
}

function Picture({ product, picture }: PictureProps) {
	const [opened, setOpened] = useState<"full" | "removal">();
	const name = productWord(picture.variant);
	const close = () => setOpened(undefined);
	return (
		<li className={classes.picture}>
			<Thumbnail name={name} sizePx={120} version={picture.has_thumbnail ? picture.version : null} />
			<div className={classes.about}>
				<strong>{name}</strong>
				<span className="figures">
					{picture.width} × {picture.height}, {formatCount(Math.ceil(picture.size_bytes / 1024))} KiB
				</span>
				<span>
					Batch <bdi>{picture.source_batch}</bdi>
					{picture.ownership ? (
						<>
							{" of "}
							<bdi>{picture.ownership}</bdi>
						</>
					) : null}
				</span>
				<Doubts picture={picture} />
				<div className={classes.choices}>
					<Button
						leftSection={<IconMaximize aria-hidden="true" size={15} />}
						onClick={() => setOpened("full")}
						size="compact-sm"
						variant="default"
					>
						Full size<span className={classes.unseen}> of {name}</span>
					</Button>
					<Button
						color="gray"
						leftSection={<IconTrash aria-hidden="true" size={15} />}
						onClick={() => setOpened("removal")}
						size="compact-sm"
						variant="subtle"
					>
						Remove<span className={classes.unseen}> {name}</span>
					</Button>
				</div>
			</div>
			{opened === "full" ? (
				<FullSizePicture
					barcode={product.barcode}
					height={picture.height}
					name={name}
					onClose={close}
					title={`${name} of ${product.name ?? product.barcode}`}
					variant={picture.variant}
					width={picture.width}
				/>
			) : null}
			{opened === "removal" ? (
				<RemovePicture name={name} onClose={close} picture={picture} product={product} />
			) : null}
		</li>
	);
}

function Doubts({ picture }: Pick<PictureProps, "picture">) {
	const doubts = [...picture.notes, ...(picture.can_be_marked ? [] : ["cannot carry the invisible mark"])];
	return doubts.map((doubt) => (
		<Badge color="marigold" key={doubt} radius="sm" variant="light">
			{doubt}
		</Badge>
	));
}

interface PictureDialogProps extends PictureProps {
	readonly name: string;
	readonly onClose: () => void;
}

function RemovePicture({ product, picture, name, onClose }: PictureDialogProps) {
	const removal = useAction("POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove", {
		path: { barcode: product.barcode, variant: picture.variant },
		body: { confirm: product.barcode },
	});
	return (
		<ConfirmDialog
			action="Remove the picture"
			act={removal}
			done="Picture removed."
			onClose={onClose}
			onDone={onClose}
			title={`Remove ${name}?`}
			typed={product.barcode}
		>
			It will no longer be delivered. You can undo this from the history for {product.history_days} days.
		</ConfirmDialog>
	);
}
