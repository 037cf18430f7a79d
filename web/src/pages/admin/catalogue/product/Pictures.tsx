import { Badge, Button, Group } from "@mantine/core";
import { IconCrop, IconMaximize, IconPlus, IconTrash, IconUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type CataloguePicture, type CatalogueProduct, useAction } from "../../../../api/routes.ts";
import { formatCount } from "../../../../format/credits.ts";
import { isolated } from "../../../../format/isolated.ts";
import { batchName } from "../../../../format/names.ts";
import { VARIANTS } from "../../../../format/product-words.ts";
import { productWord } from "../../../../format/products.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { FullSizePicture } from "../../../../parts/FullSizePicture.tsx";
import { Surface } from "../../../../parts/Page.tsx";
import { Thumbnail } from "../../../../parts/Thumbnail.tsx";
import { PictureEditor } from "./PictureEditor.tsx";
import classes from "./Product.module.css";

/** The place that links to a product's pictures lead to. */
const PLACE = "pictures";

/** A product's pictures: thumbnails, full size on demand, and everything that can be done with each. */
export function Pictures({ product }: { readonly product: CatalogueProduct }) {
	const place = useRef<HTMLDivElement>(null);
	const { hash } = useLocation();
	useEffect(() => {
		if (hash === `#${PLACE}`) place.current?.scrollIntoView();
	}, [hash]);
	const missing = VARIANTS.filter(
		(variant) => !product.pictures.some((picture) => picture.variant === variant),
	);
	return (
		<div className={classes.place} id={PLACE} ref={place}>
			<Surface title="Pictures">
				<ul className={classes.pictures}>
					{product.pictures.map((picture) => (
						<Picture key={picture.variant} picture={picture} product={product} />
					))}
				</ul>
				{missing.length > 0 ? (
					<div className={classes.adding}>
						{product.pictures.length === 0 ? <p className="note">This product has no pictures.</p> : null}
						{missing.map((variant) => (
							<AddPicture barcode={product.barcode} key={variant} variant={variant} />
						))}
					</div>
				) : null}
			</Surface>
		</div>
	);
}

interface AddPictureProps {
	readonly barcode: string;
	readonly variant: CataloguePicture["variant"];
}

function AddPicture({ barcode, variant }: AddPictureProps) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button
				leftSection={<IconPlus aria-hidden="true" size={15} />}
				onClick={() => setOpen(true)}
				size="compact-sm"
				variant="default"
			>
				<span className="unseen">Add </span>
				{productWord(variant)}
			</Button>
			{isOpen ? (
				<PictureEditor barcode={barcode} isFromFile onClose={() => setOpen(false)} variant={variant} />
			) : null}
		</>
	);
}

interface PictureProps {
	readonly product: CatalogueProduct;
	readonly picture: CataloguePicture;
}

function Picture({ product, picture }: PictureProps) {
	const [opened, setOpened] = useState<Opened>();
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
					Batch <bdi>{batchName(picture.source_batch) ?? "not named"}</bdi>
					{picture.ownership ? (
						<>
							{" of "}
							<bdi>{picture.ownership}</bdi>
						</>
					) : null}
				</span>
				<Doubts picture={picture} />
				<Choices name={name} onOpen={setOpened} />
			</div>
			{opened === "full" ? (
				<FullSizePicture
					barcode={product.barcode}
					name={name}
					onClose={close}
					picture={picture}
					title={`${name} of ${isolated(product.name ?? product.barcode)}`}
				/>
			) : null}
			{opened === "edit" || opened === "file" ? (
				<PictureEditor
					barcode={product.barcode}
					isFromFile={opened === "file"}
					onClose={close}
					picture={picture}
					variant={picture.variant}
				/>
			) : null}
			{opened === "removal" ? (
				<RemovePicture name={name} onClose={close} picture={picture} product={product} />
			) : null}
		</li>
	);
}

type Opened = "full" | "edit" | "file" | "removal";

interface ChoicesProps {
	readonly name: string;
	readonly onOpen: (what: Opened) => void;
}

/** What can be done with a picture. */
function Choices({ name, onOpen }: ChoicesProps) {
	return (
		<Group gap={6}>
			<Button
				leftSection={<IconMaximize aria-hidden="true" size={15} />}
				onClick={() => onOpen("full")}
				size="compact-sm"
				variant="default"
			>
				Full size<span className="unseen"> of {name}</span>
			</Button>
			<Button
				leftSection={<IconCrop aria-hidden="true" size={15} />}
				onClick={() => onOpen("edit")}
				size="compact-sm"
				variant="default"
			>
				Turn or crop<span className="unseen"> {name}</span>
			</Button>
			<Button
				leftSection={<IconUpload aria-hidden="true" size={15} />}
				onClick={() => onOpen("file")}
				size="compact-sm"
				variant="default"
			>
				Replace<span className="unseen"> {name}</span>
			</Button>
			<Button
				color="gray"
				leftSection={<IconTrash aria-hidden="true" size={15} />}
				onClick={() => onOpen("removal")}
				size="compact-sm"
				variant="subtle"
			>
				Remove<span className="unseen"> {name}</span>
			</Button>
		</Group>
	);
}

function Doubts({ picture }: Pick<PictureProps, "picture">) {
	const { verdict, can_be_marked } = picture;
	return (
		<>
			<Badge color={verdict === "Good" ? "petrol" : "marigold"}>{verdict}</Badge>
			{can_be_marked ? null : <Badge color="marigold">cannot carry the invisible mark</Badge>}
		</>
	);
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
			title={`Remove ${name}?`}
			typed={product.barcode}
		>
			It will no longer be delivered. You can undo this from the history for {product.history_days} days.
		</ConfirmDialog>
	);
}
