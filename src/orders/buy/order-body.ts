import Type, { type Static } from "typebox";
import { LARGEST_BALANCE_UNITS, unitsRoundedDown } from "../../api/credits.ts";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { VariantName } from "../../catalogue/listing/listing-schemas.ts";
import { type ProductSelection, ScopeName, selectionOf } from "../../catalogue/reading/product-query.ts";
import { PictureSize, sizeOf } from "../../catalogue/stored/picture-size.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { plainTextProblem } from "../../platform/plain-text.ts";

/** Maximum size of an order's request body (SPEC E8). */
export const ORDER_BODY_BYTES = 256 * 1024;

const EXAMPLE_BARCODE = "0725272730706";
const LONGEST_NAME = 200;

const include = Type.Optional(
	Type.Array(ScopeName, {
		minItems: 1,
		description: "Scopes to buy, as in a read. Default: all scopes.",
		examples: [["info", "images"]],
	}),
);
const variants = Type.Optional(
	Type.Array(VariantName, {
		minItems: 1,
		description: "Pictures to buy, as in a read. Default: every available variant.",
		examples: [["front"]],
	}),
);

/** The body of `POST /orders` (SPEC E8). */
export const OrderBody = Type.Object({
	items: Type.Array(
		Type.Object({
			barcode: Type.String({
				pattern: "^[0-9]{4,14}$",
				"x-error": "invalid_barcode",
				description: "4 to 14 digits.",
				examples: [EXAMPLE_BARCODE],
			}),
			include,
			variants,
		}),
		{
			minItems: 1,
			maxItems: 1000,
			description: "What to buy. Items with the same barcode are merged.",
			examples: [[{ barcode: EXAMPLE_BARCODE }, { barcode: "4011", include: ["images"] }]],
		},
	),
	include,
	variants,
	size: PictureSize,
	max_credits: Type.Optional(
		Type.Union([Type.Number(), Type.Null()], {
			description: "The order is refused if it costs more than this, rounded down to 1/10,000.",
			examples: [50],
		}),
	),
	name: Type.Optional(
		Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_NAME }), Type.Null()], {
			description: "A name for people to recognise the order by.",
			examples: ["Autumn flyer"],
		}),
	),
});
export type OrderBody = Static<typeof OrderBody>;

/** The body of `POST /orders/quote`: that of an order, whose `max_credits` is not read. */
export const QuoteBody = Type.Object({
	...OrderBody.properties,
	max_credits: Type.Optional(Type.Unknown({ description: "Ignored." })),
});

/** What is requested of one product. */
export interface WantedItem extends ProductSelection {
	readonly barcode: string;
}

export interface WantedOrder {
	/** One per distinct barcode, in order of first occurrence. */
	readonly items: readonly WantedItem[];
	readonly sizePx: number | null;
	readonly name: string | null;
}

/** Validates and normalises an order. @throws HttpError 400 for what the schema cannot express, such as a size that is not prepared. */
export function readOrder(body: Omit<OrderBody, "max_credits">, sizesPx: readonly number[]): WantedOrder {
	const { items, name = null } = body;
	const sizePx = sizeOf(body, sizesPx);
	const problem = name === null ? undefined : plainTextProblem(name);
	if (problem !== undefined) throw badRequest(`name ${problem}.`);
	return { items: mergedItems(items, body, sizePx), sizePx, name };
}

/** `include` and `variants` of the order are the defaults of its items. */
function mergedItems(
	items: OrderBody["items"],
	{ include, variants }: Pick<OrderBody, "include" | "variants">,
	sizePx: number | null,
): WantedItem[] {
	const merged = new Map<string, WantedItem>();
	for (const { barcode, ...own } of items) {
		const selected = selectionOf(
			{
				...withDefault("include", own.include ?? include),
				...withDefault("variants", own.variants ?? variants),
			},
			[],
		);
		const wanted = { ...selected, sizePx };
		const before = merged.get(barcode);
		merged.set(barcode, before ? joined(before, wanted) : { barcode, ...wanted });
	}
	return [...merged.values()];
}

function withDefault<Name extends string, Value>(name: Name, value: Value | undefined) {
	return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}

/** The variants of an item that does not request images are ignored. */
function joined(before: WantedItem, { scopes, variants, sizePx }: ProductSelection): WantedItem {
	const pictures = new Set([
		...(before.scopes.has("images") ? before.variants : []),
		...(scopes.has("images") ? variants : []),
	]);
	return {
		barcode: before.barcode,
		scopes: new Set([...before.scopes, ...scopes]),
		variants: VARIANTS.filter((variant) => pictures.has(variant)),
		sizePx,
	};
}

/** What an order may cost at most, in units: any number (SPEC E8). @returns `undefined` for no cap, or one beyond what a balance can hold. */
export function readCap({ max_credits }: Pick<OrderBody, "max_credits">): number | undefined {
	if (max_credits === undefined || max_credits === null) return undefined;
	const units = Math.max(unitsRoundedDown(max_credits), -LARGEST_BALANCE_UNITS);
	return units > LARGEST_BALANCE_UNITS ? undefined : units;
}
