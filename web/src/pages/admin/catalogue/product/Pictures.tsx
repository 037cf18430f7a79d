import { Badge, Button } from "@mantine/core";
import { IconMaximize, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { CataloguePicture, CatalogueProduct } from "../../../../api/shapes.ts";
import { useAction } from "../../../../api/use-route.ts";
import { formatCount } from "../../../../format/credits.ts";
import { productWord } from "../../../../format/products.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { FullSizePicture } from "../../../../parts/FullSizePicture.tsx";
import { Surface } from "../../../../parts/Surface.tsx";
import { Thumbnail } from "../../../../parts/Thumbnail.tsx";
import classes from "./Product.module.css";

/** Thumbnails of a product's pictures; full size on demand. */
export function Pictures({ product }: { readonly product: CatalogueProduct }) {
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
