import sharp from "sharp";
import { type Photograph, photograph, type Scene } from "../studio/photograph.ts";
import { BAKED } from "./baked.ts";
import { DAIRY_FOODS } from "./dairy.ts";
import { DRINKS } from "./drinks.ts";
import { FRUIT } from "./fruit.ts";
import { HOUSEHOLD_THINGS } from "./household.ts";
import { MEALS } from "./meals.ts";
import { PANTRY_FOODS } from "./pantry.ts";
import { SWEETS } from "./sweets.ts";
import { VEGETABLES } from "./vegetables.ts";

/** Every food that can be shown on a label. */
export const FOODS = {
	...BAKED,
	...DAIRY_FOODS,
	...DRINKS,
	...FRUIT,
	...HOUSEHOLD_THINGS,
	...MEALS,
	...PANTRY_FOODS,
	...SWEETS,
	...VEGETABLES,
} as const satisfies Record<string, () => Scene>;

export type Food = keyof typeof FOODS;

/** A picture for use inside an SVG. */
export type FoodPicture = {
	/** Data URI of a PNG with transparency, cropped to what it shows. */
	uri: string;
	/** Width against height. */
	aspect: number;
};

const FOOD_PX = 440;
const taken = new Map<Food, Promise<FoodPicture>>();

/** The picture of a food, cached. */
export function foodPicture(food: Food): Promise<FoodPicture> {
	const known = taken.get(food);
	if (known) return known;
	const picture = photograph(FOODS[food](), FOOD_PX, 0.97).then(cropped);
	taken.set(food, picture);
	return picture;
}

async function cropped({ rgba, sizePx }: Photograph): Promise<FoodPicture> {
	const { left, top, width, height } = filled(new Uint32Array(rgba.buffer), sizePx);
	const png = await sharp(rgba, { raw: { width: sizePx, height: sizePx, channels: 4 } })
		.extract({ left, top, width, height })
		.png({ compressionLevel: 1 })
		.toBuffer();
	return { uri: `data:image/png;base64,${png.toString("base64")}`, aspect: width / height };
}

function filled(
	pixels: Uint32Array,
	sizePx: number,
): { left: number; top: number; width: number; height: number } {
	let [left, top, right, bottom] = [sizePx, sizePx, 0, 0];
	pixels.forEach((pixel, i) => {
		if (pixel >>> 24 === 0) return;
		left = Math.min(left, i % sizePx);
		right = Math.max(right, i % sizePx);
		top = Math.min(top, Math.floor(i / sizePx));
		bottom = Math.max(bottom, Math.floor(i / sizePx));
	});
	return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
