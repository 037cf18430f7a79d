import { borderBrightness, groundShown, mostFrequent } from "./ground-brightness.ts";
import { flatten, type Picture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import type { Alignment } from "./refine.ts";
import { type Guesses, register } from "./register.ts";

/** The position of a picture in a leak, and the brightness (0…255) visible through its transparent parts. */
export interface Grounded {
	readonly alignment: Alignment;
	readonly ground: number;
}

/** Above this correlation the position is right, and shows the true ground. */
const placed = 0.6;

/** Grounds that differ by less than this are not tried separately. */
const alike = 16;

/** A ground that is wrong by more than this distorts the outline, and with it the mapping. */
const settled = 4;

/**
 * Possible brightnesses of what a transparent picture was composited over before it leaked: the leak's border, and, in case that is a screen's frame
 * or another page, the most frequent brightness of the rest. One arbitrary value if the picture has no transparent parts.
 */
export function likelyGrounds(base: Picture, leak: Plane): number[] {
	if (!base.opacity) return [255];
	const border = borderBrightness(leak);
	return [border, mostFrequent(leak.values, (value) => Math.abs(value - border) >= alike)];
}

/**
 * Registers the leak with the picture composited over each ground in turn until one shows where it is, or else takes the one that fits best; then once more
 * over the ground that is visible in the leak through the transparent parts.
 */
export function registerOnGround(
	base: Picture,
	leak: Plane,
	grounds: readonly number[],
	guesses: Guesses = {},
): Grounded | undefined {
	let best: Grounded | undefined;
	for (const ground of grounds) {
		best = better(best, onGround(base, leak, ground, guesses));
		if (best && best.alignment.correlation > placed) break;
	}
	if (!best) return undefined;
	const shown = groundShown(base, leak, best.alignment.mapping) ?? best.ground;
	if (Math.abs(shown - best.ground) < settled) return best;
	const again = { likely: [best.alignment.mapping], views: [], byFeatures: false };
	return better(best, onGround(base, leak, shown, again));
}

function onGround(base: Picture, leak: Plane, ground: number, guesses: Guesses): Grounded | undefined {
	const alignment = register(flatten(base, ground), leak, guesses);
	return alignment && { alignment, ground };
}

function better(one: Grounded | undefined, other: Grounded | undefined): Grounded | undefined {
	if (!one || !other) return one ?? other;
	return other.alignment.correlation > one.alignment.correlation ? other : one;
}
