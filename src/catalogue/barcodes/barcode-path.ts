import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { catalogueErrors } from "../errors.ts";
import { isBarcode } from "./barcode.ts";

/** The path of an endpoint about one product. */
export const BarcodePath = Type.Object({
	barcode: Type.String({
		pattern: "^[0-9]{4,14}$",
		description: "4 to 14 digits; leading zeros are significant.",
		examples: ["0725272730706"],
	}),
});

/** The barcode of the path. @throws HttpError 400 `invalid_barcode`. */
export function barcodeOf({ params }: Pick<FastifyRequest, "params">): string {
	const { barcode } = params as { barcode: string };
	if (!isBarcode(barcode)) throw catalogueErrors.invalid_barcode();
	return barcode;
}
