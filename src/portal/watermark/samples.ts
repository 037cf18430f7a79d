import { parseMembers } from "../../catalogue/fields/members.ts";
import type { Info } from "../../catalogue/fields/schemas.ts";
import type { ServedProduct } from "../../catalogue/stored/served-product.ts";
import { textOf } from "../../catalogue/stored/served-text.ts";
import { picturesOf, type SamplePicture, sampledPictures } from "../../pictures/style/sample-pictures.ts";
import type { RouteAnswer } from "../contract.ts";
import { portalError } from "../errors.ts";
import type { Drawing } from "./drawing.ts";
import type { WatermarkParts } from "./parts.ts";

type Sample = RouteAnswer<"GET /admin/watermark/samples">["data"][number];

/** Pictures of the catalogue for previewing a style: the lightest and the darkest of some packages, and a cut-out. */
export async function usualSamples(parts: WatermarkParts, drawing: Drawing): Promise<Sample[]> {
	const { photographs, cutOut } = await sampledPictures(parts.db);
	const byLightness = await sortedByLightness(drawing, photographs);
	const [darkest, lightest] = [byLightness[0], byLightness.at(-1)];
	return Promise.all([
		...(lightest ? [sample(parts, lightest, "light")] : []),
		...(darkest && darkest !== lightest ? [sample(parts, darkest, "dark")] : []),
		...(cutOut ? [sample(parts, cutOut, "cut_out")] : []),
	]);
}

/** The pictures of a product. @throws HttpError 404 when it has none. */
export async function samplesOf(parts: WatermarkParts, barcode: string): Promise<Sample[]> {
	const pictures = await picturesOf(parts.db, barcode);
	if (pictures.length === 0) {
		throw portalError("not_found", { message: "There is no picture of this product." });
	}
	return Promise.all(pictures.map((picture) => sample(parts, picture, null)));
}

async function sortedByLightness(
	drawing: Drawing,
	pictures: readonly SamplePicture[],
): Promise<SamplePicture[]> {
	const seen: { readonly picture: SamplePicture; readonly lightness: number }[] = [];
	// One after the other, so that they do not take all places of those who wait.
	for (const picture of pictures) {
		if (picture.thumbnailBlob === null) continue;
		seen.push({ picture, lightness: await drawing.lightnessOf(picture.thumbnailBlob) });
	}
	return seen.sort((one, other) => one.lightness - other.lightness).map(({ picture }) => picture);
}

async function sample(
	{ findProduct }: WatermarkParts,
	{ barcode, variant, imageId, thumbnailBlob }: SamplePicture,
	shows: Sample["shows"],
): Promise<Sample> {
	const product = await findProduct(barcode);
	return {
		barcode,
		variant,
		product_name: product ? nameOf(product) : null,
		thumbnail: thumbnailBlob === null ? null : imageId,
		shows,
	};
}

function nameOf({ text }: ServedProduct): string | null {
	return parseMembers<Partial<Info>>(textOf(text, "info")).product_name ?? null;
}
