import { demoProducts } from "../catalogue.ts";
import { between, pick, type Random, wholeBetween } from "../random.ts";
import type { HistoryCall, HistoryLine } from "./event.ts";

const SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"] as const;
const READ = "/api/v1/products/:barcode";

/** Addresses reserved for documentation (RFC 5737). */
const SHOP_ADDRESS = "203.0.113.24";
const TILL_ADDRESS = "198.51.100.7";

type Made = Omit<HistoryCall, "kind" | "atMs" | "address">;

/** A call from a shop's website: mostly what a product page needs, sometimes a mistake. */
export function shopCall(random: Random, atMs: number): HistoryCall {
	const draw = random();
	const made =
		draw < 0.62
			? productRead(random, SCOPES)
			: draw < 0.8
				? oneImage(random)
				: draw < 0.93
					? existenceCheck(random)
					: draw < 0.96
						? pageOfProducts
						: mistake(random);
	return { kind: "call", atMs, address: SHOP_ADDRESS, ...made };
}

/** The nightly comparison with the catalogue. */
export function nightlyCheck(random: Random, atMs: number): HistoryCall {
	const lineItems = [{ action: "products.bulk_check.per_barcode", quantity: wholeBetween(random, 180, 260) }];
	const route = "/api/v1/products/bulk-check";
	return { kind: "call", atMs, address: SHOP_ADDRESS, method: "POST", route, status: 200, lineItems };
}

/** A call from a till: the data of a shelf label. */
export function tillCall(random: Random, atMs: number): HistoryCall {
	const made = random() < 0.92 ? productRead(random, ["info", "hechshers"]) : mistake(random);
	return { kind: "call", atMs, address: TILL_ADDRESS, ...made };
}

function productRead(random: Random, wanted: readonly (typeof SCOPES)[number][]): Made {
	const { record, variants } = pick(random, demoProducts());
	const scopes = wanted.filter((scope) => record[scope] !== undefined && random() < 0.85);
	const images = wanted.includes("catalog_meta") ? wholeBetween(random, 0, Math.min(2, variants.length)) : 0;
	const lineItems: HistoryLine[] = scopes.map((scope) => ({
		action: `products.get.${scope}`,
		quantity: 1,
	}));
	if (images > 0) lineItems.push({ action: "products.get.per_image", quantity: images });
	return { method: "GET", route: READ, status: 200, barcode: record.barcode, lineItems };
}

function oneImage(random: Random): Made {
	const { record, variants } = pick(random, demoProducts());
	const route = `${READ}/image`;
	if (variants.length === 0) {
		return { ...refused(404, "variant_not_available"), method: "GET", route, barcode: record.barcode };
	}
	const lineItems = [{ action: "products.get.per_image", quantity: 1 }];
	return { method: "GET", route, status: 302, barcode: record.barcode, lineItems };
}

function existenceCheck(random: Random): Made {
	const { barcode } = pick(random, demoProducts()).record;
	return {
		method: "HEAD",
		route: READ,
		status: 200,
		barcode,
		lineItems: [{ action: "products.head", quantity: 1 }],
	};
}

const pageOfProducts: Made = {
	method: "GET",
	route: "/api/v1/metadata/products",
	status: 200,
	lineItems: [{ action: "metadata.products.list", quantity: 1 }],
};

function mistake(random: Random): Made {
	const draw = random();
	if (draw < 0.7) {
		const barcode = String(Math.floor(between(random, 2_990_000_900_000, 2_990_000_999_999)));
		return { ...refused(404, "not_found"), method: "GET", route: READ, barcode };
	}
	if (draw < 0.9) return { ...refused(400, "invalid_barcode"), method: "GET", route: READ };
	return { ...refused(400, "bad_request"), method: "GET", route: "/api/v1/products" };
}

function refused(status: number, error: string) {
	return { status, error, lineItems: [] };
}
