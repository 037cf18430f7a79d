import { isCleanVariant, type Variant } from "../../src/catalogue/fields/scopes.ts";
import { contentOf } from "./generated-content.ts";
import { LAYOUTS, type LayoutName } from "./label/front/layouts.ts";
import { PALETTES } from "./label/palette.ts";
import { PACKAGES, type PackageName, WIDE_PACKAGES } from "./packages/packages.ts";
import { printOf } from "./packages/print.ts";
import { pick, seeded } from "./random.ts";
import { cutOutOnTransparent, onWhite } from "./studio/develop.ts";
import { photograph } from "./studio/photograph.ts";

/**
 * A packshot of a generated product, determined by the seed: package, colours, layout and text are picked at random. Square, JPEG on white or,
 * for the clean variants, PNG with transparency.
 */
export async function renderGeneratedPackage(
	seed: number,
	sizePx: number,
	variant: Variant,
): Promise<Uint8Array> {
	const random = seeded(seed);
	const name = pick(random, PACKAGE_NAMES);
	const layout = pick(random, WIDE_PACKAGES.has(name) ? WIDE_LAYOUTS : TALL_LAYOUTS);
	const content = await contentOf(seed, random);
	const facing = variant.startsWith("front") ? "front" : "back";
	const print = printOf(content, layout, facing, {
		cap: pick(random, Object.values(PALETTES)).deep,
		contents: pick(random, Object.values(PALETTES)).ground,
	});
	const photo = await photograph(PACKAGES[name](print, facing), sizePx);
	return isCleanVariant(variant) ? cutOutOnTransparent(photo) : onWhite(photo);
}

const PACKAGE_NAMES = Object.keys(PACKAGES) as PackageName[];
const WIDE_LAYOUTS: readonly LayoutName[] = ["belt", "wide"];
const TALL_LAYOUTS = (Object.keys(LAYOUTS) as LayoutName[]).filter((name) => !WIDE_LAYOUTS.includes(name));
