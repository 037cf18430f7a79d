import Type from "typebox";
import { badRequest } from "../../platform/http/http-error.ts";

/** The size of pictures that is served unless another is requested. */
const FULL = "full";

/** The parameter `size` of reads (SPEC E1). The available sizes depend on the installation, so `sizeOf` validates it. */
export const PictureSize = Type.Optional(
	Type.String({
		description:
			"Longer edge, in pixels, of the pictures behind the URLs: `full`, or one of the sizes that this installation prepares. If a picture does not exist in that size, it comes in the next larger one. The price is the same.",
		default: FULL,
		examples: ["500"],
	}),
);

/** The requested size in pixels; null for the full size. @throws HttpError 400 `bad_request` that lists the sizes of the installation. */
export function sizeOf({ size }: { readonly size?: string }, sizesPx: readonly number[]): number | null {
	if (size === undefined || size === FULL) return null;
	const sizePx = sizesPx.find((each) => String(each) === size);
	if (sizePx !== undefined) return sizePx;
	throw badRequest(`size must be one of ${[FULL, ...sizesPx].join(", ")}.`);
}
