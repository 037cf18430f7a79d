import Type from "typebox";
import { badRequest } from "../platform/http/http-error.ts";

/** The size of pictures that is served unless another is asked for. */
const FULL = "full";

/** `size`, as reads take it (SPEC E1). Which sizes there are is the installation's decision, so `sizeOf` checks it. */
export const PictureSize = Type.Optional(
	Type.String({
		description:
			"Pixels of the longer edge of the pictures that the URLs lead to: `full`, or one of the sizes that this installation prepares. A picture that is no larger comes in the next larger size there is. The price is the same.",
		default: FULL,
		examples: ["500"],
	}),
);

/**
 * The size that is asked for in pixels; null: the full one.
 * @param sizesPx those that the installation prepares. @throws HttpError 400 `bad_request` that lists them.
 */
export function sizeOf({ size }: { readonly size?: string }, sizesPx: readonly number[]): number | null {
	if (size === undefined || size === FULL) return null;
	const sizePx = sizesPx.find((each) => String(each) === size);
	if (sizePx !== undefined) return sizePx;
	throw badRequest(`size must be one of ${[FULL, ...sizesPx].join(", ")}.`);
}
