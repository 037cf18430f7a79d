import sharp from "sharp";
import { type Photograph, photograph } from "../studio/photograph.ts";
import * as baked from "./baked.ts";
import * as dairy from "./dairy.ts";
import * as drinks from "./drinks.ts";
import * as fruit from "./fruit.ts";
import * as household from "./household.ts";
import * as meals from "./meals.ts";
import * as sweets from "./sweets.ts";
import * as vegetables from "./vegetables.ts";

/** Every food that can be shown on a label. */
const FOODS = { ...baked, ...dairy, ...drinks, ...fruit, ...household, ...meals, ...sweets, ...vegetables };

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
	const picture = taken.get(food) ?? photograph(FOODS[food](), FOOD_PX, 0.97).then(cropped);
	taken.set(food, picture);
	return picture;
}

async function cropped({ rgba, sizePx }: Photograph): Promise<FoodPicture> {
	const { data, info } = await sharp(rgba, { raw: { width: sizePx, height: sizePx, channels: 4 } })
		.trim({ background: "#0000", threshold: 0 })
		.png({ compressionLevel: 1 })
		.toBuffer({ resolveWithObject: true });
	return { uri: `data:image/png;base64,${data.toString("base64")}`, aspect: info.width / info.height };
}
