import { VARIANTS, type Variant } from "../../src/catalogue/fields/scopes.ts";
import { BAKERY } from "./catalogue/bakery.ts";
import { BEVERAGES } from "./catalogue/beverages.ts";
import { CHILLED } from "./catalogue/chilled.ts";
import { DAIRY } from "./catalogue/dairy.ts";
import { HOUSEHOLD } from "./catalogue/household.ts";
import { barcodeOf, packageScene } from "./catalogue/labelled.ts";
import { NOSH } from "./catalogue/nosh.ts";
import { PANTRY } from "./catalogue/pantry.ts";
import { PRODUCE, produceRecord } from "./catalogue/produce.ts";
import { toRecord } from "./catalogue/to-record.ts";
import type { Facing } from "./packages/print.ts";
import { produceScene } from "./packages/produce.ts";
import type { ProductRecord } from "./record.ts";
import type { Scene } from "./studio/photograph.ts";

/** A product of the demo: its import line, its pictures, and the scene that is rendered. */
export type DemoProduct = {
	record: ProductRecord;
	variants: readonly Variant[];
	scene: (facing: Facing) => Promise<Scene>;
};

let products: readonly DemoProduct[] | undefined;

/** The demo catalogue: invented products, the same at every call. */
export function demoProducts(): readonly DemoProduct[] {
	products ??= [...packagedProducts(), ...produce()];
	return products;
}

/** The packaged products. @param round 0, or another number for the same packs with other barcodes */
export function packagedProducts(round = 0): DemoProduct[] {
	const entries = [BAKERY, DAIRY, BEVERAGES, PANTRY, NOSH, CHILLED, HOUSEHOLD].flat();
	const numbered = entries.map((entry) => ({ ...entry, number: entry.number + round * MOST_NUMBERS }));
	return numbered.map((entry, place) => ({
		record: toRecord(entry, barcodeOf(entry)),
		variants: entry.variants ?? VARIANTS.filter((variant) => isPhotographed(variant, place)),
		scene: (facing) => packageScene(entry, facing),
	}));
}

const MOST_NUMBERS = 10_000;

/** As in real catalogues, few products have most of the pictures; this also shortens the first start. */
const EVERY_NTH: Readonly<Record<Variant, number>> = { front: 1, back: 3, front_clean: 3, back_clean: 6 };

function isPhotographed(variant: Variant, place: number): boolean {
	return place % EVERY_NTH[variant] === 0;
}

function produce(): DemoProduct[] {
	return PRODUCE.map((item) => ({
		record: produceRecord(item),
		variants: item.variants,
		scene: async (facing) => produceScene(item.look, item.code, facing),
	}));
}
