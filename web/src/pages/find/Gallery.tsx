import { Button, Stack, VisuallyHidden } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconZoomIn } from "@tabler/icons-react";
import { useState } from "react";
import type { FoundProduct, Variant } from "../../api/routes.ts";
import { useMay } from "../../api/use-may.ts";
import type { BoughtPicture } from "../../basket/PictureButton.tsx";
import { VARIANT_NAMES } from "../../format/product-words.ts";
import { Thumbnail } from "../../parts/Thumbnail.tsx";
import { boughtPictures } from "./bought.ts";
import classes from "./Gallery.module.css";
import { LargePicture } from "./LargePicture.tsx";

/** Pixels of a preview, which is shown at that size. */
const PREVIEW_PX = 320;

interface GalleryProps {
	readonly clientId: string;
	readonly product: FoundProduct;
}

type Shown = FoundProduct["variants"][number];

/** A product's pictures: one as a preview, all in one strip; arrow keys go through them. What is bought can be seen large. */
export function Gallery({ clientId, product }: GalleryProps) {
	const { buy } = useMay();
	const there = product.variants.filter(({ thumbnail }) => thumbnail !== null);
	const [chosen, setChosen] = useState<Variant>();
	const [large, setLarge] = useState<BoughtPicture>();
	const place = Math.max(
		0,
		there.findIndex(({ variant }) => variant === chosen),
	);
	const shown = there[place];
	const step = (by: number) => setChosen(there.at((place + by) % there.length)?.variant);
	// In the strip itself, arrow keys are those of radio buttons.
	useHotkeys(
		there.length > 1
			? [
					["ArrowRight", () => step(1)],
					["ArrowLeft", () => step(-1)],
				]
			: [],
	);
	const name = product.name ?? product.barcode;
	const bought = boughtPictures(product, clientId).find(({ variant }) => variant === shown?.variant);
	return (
		<Stack gap="0.875rem" miw={0}>
			<figure>
				<div className={classes.preview} data-empty={!shown || undefined}>
					{shown ? (
						<Thumbnail
							key={shown.variant}
							name={`${name}: ${VARIANT_NAMES[shown.variant].toLowerCase()}, preview`}
							sizePx={PREVIEW_PX}
							version={shown.thumbnail}
						/>
					) : (
						<p className={classes.none}>No picture</p>
					)}
				</div>
				{shown ? <figcaption className={classes.caption}>{deliveredWords(shown)}</figcaption> : null}
			</figure>
			<Strip onChoose={setChosen} product={product} shown={shown?.variant} />
			{bought && buy ? (
				<Button
					leftSection={<IconZoomIn aria-hidden="true" size={18} stroke={1.7} />}
					onClick={() => setLarge(bought)}
					variant="default"
				>
					See it large
				</Button>
			) : null}
			{large ? <LargePicture onClose={() => setLarge(undefined)} picture={large} /> : null}
		</Stack>
	);
}

/** What is bought, compared with the preview above. */
function deliveredWords({ variant, is_drawn, width, height }: Shown): string {
	const size = width === null || height === null ? "" : `, ${width} × ${height} pixels`;
	if (!is_drawn) return `Delivered without a visible mark${size}. Only this preview has it.`;
	return variant.endsWith("_clean")
		? `Delivered with the visible mark, where the product covers it${size}.`
		: `Delivered like this, with the visible mark${size}.`;
}

interface StripProps {
	readonly product: FoundProduct;
	readonly shown: Variant | undefined;
	readonly onChoose: (variant: Variant) => void;
}

function Strip({ product, shown, onChoose }: StripProps) {
	return (
		<fieldset className={classes.strip}>
			<VisuallyHidden component="legend">Pictures</VisuallyHidden>
			{product.variants.map(({ variant, state, thumbnail }) =>
				thumbnail === null ? (
					<span className={classes.missing} key={variant}>
						<span className={classes.frame} />
						<span>{VARIANT_NAMES[variant]}</span>
						<span className={classes.state}>{state === "locked" ? "Not open to you" : "None"}</span>
					</span>
				) : (
					<label className={classes.choice} key={variant}>
						<input
							checked={variant === shown}
							name="picture"
							onChange={() => onChoose(variant)}
							type="radio"
							value={variant}
						/>
						<span className={classes.frame}>
							<Thumbnail name="" sizePx={60} version={thumbnail} />
						</span>
						<span>{VARIANT_NAMES[variant]}</span>
					</label>
				),
			)}
		</fieldset>
	);
}
