import { PackshotError } from "./errors.ts";

/**
 * The path of a product. @throws PackshotError `invalid_barcode` for anything that could result in another path; the length is left to the service to check.
 */
export function productPath(barcode: string): string {
	return `/products/${digits(barcode)}`;
}

/** The path of a product's availability. @throws PackshotError `invalid_barcode` likewise. */
export function availabilityPath(barcode: string): string {
	return `/metadata/${digits(barcode)}`;
}

/** The path of an order. @throws PackshotError `not_found` for anything that could result in another path. */
export function orderPath(orderId: string): string {
	return `/orders/${id(orderId)}`;
}

/** The path of an alert. @throws PackshotError `not_found` likewise. */
export function alertPath(alertId: string): string {
	return `/kosher-alerts/${id(alertId)}`;
}

function id(text: string): string {
	if (/^\w+$/.test(text)) return text;
	throw new PackshotError({ code: "not_found", message: `not an id: ${JSON.stringify(text)}` });
}

function digits(barcode: string): string {
	if (/^[0-9]+$/.test(barcode)) return barcode;
	throw new PackshotError({ code: "invalid_barcode", message: `not a barcode: ${JSON.stringify(barcode)}` });
}
