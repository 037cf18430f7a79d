import type { ApiRoute } from "./api/api-route.ts";
import { getHealth, headHealth } from "./api/health.ts";
import type { BilledRoute, QuoteTable } from "./billing/prices/bill.ts";
import { getPricing, headPricing } from "./billing/prices/routes.ts";
import { postBarcodesResolve } from "./catalogue/barcodes/resolve-route.ts";
import { getChanges } from "./catalogue/changes/routes.ts";
import { getProducts } from "./catalogue/listing/listing-routes.ts";
import { getMetadata, getMetadataProducts } from "./catalogue/reading/availability-routes.ts";
import { postMetadataBulkCheck, postProductsBulkCheck } from "./catalogue/reading/bulk-check-routes.ts";
import { getMetadataFields } from "./catalogue/reading/metadata-fields-route.ts";
import { getProduct, headProduct } from "./catalogue/reading/product-routes.ts";
import type { ProductCaller } from "./catalogue/reading/read-product.ts";
import { getAccount, getBalance, getUsage } from "./clients/account/routes.ts";
import { postRevoke } from "./clients/auth/revoke-route.ts";
import { postRefresh, postToken } from "./clients/auth/routes.ts";
import { getArchive, headArchive } from "./orders/archive/archive-routes.ts";
import { getOrderArchive } from "./orders/archive/issue-archive.ts";
import { postOrders } from "./orders/buy/post-order.ts";
import { postOrdersQuote } from "./orders/buy/quote-route.ts";
import { getOrderProducts } from "./orders/contents/get-order-products.ts";
import { getOrder, getOrders } from "./orders/contents/get-orders.ts";
import { getImage, getProductImage, headImage } from "./pictures/delivery/routes.ts";
import type { RouteTable } from "./platform/http/route.ts";
import { deleteWebhook, getWebhook, postWebhookTest, putWebhook } from "./webhooks/register/routes.ts";

/** Every endpoint of `/api/v1`. */
const table = {
	"POST /auth/token": postToken,
	"POST /auth/refresh": postRefresh,
	"GET /health": getHealth,
	"HEAD /health": headHealth,
	"GET /pricing": getPricing,
	"HEAD /pricing": headPricing,
	"GET /image/{token}": getImage,
	"HEAD /image/{token}": headImage,
	"POST /auth/revoke": postRevoke,
	"GET /balance": getBalance,
	"GET /account": getAccount,
	"GET /usage": getUsage,
	"GET /products/{barcode}": getProduct,
	"HEAD /products/{barcode}": headProduct,
	"GET /products": getProducts,
	"GET /changes": getChanges,
	"POST /products/bulk-check": postProductsBulkCheck,
	"POST /metadata/bulk-check": postMetadataBulkCheck,
	"GET /metadata/{barcode}": getMetadata,
	"GET /metadata/products": getMetadataProducts,
	"GET /metadata-fields": getMetadataFields,
	"POST /barcodes/resolve": postBarcodesResolve,
	"POST /orders": postOrders,
	"POST /orders/quote": postOrdersQuote,
	"GET /orders": getOrders,
	"GET /orders/{order_id}": getOrder,
	"GET /orders/{order_id}/products": getOrderProducts,
	"GET /orders/{order_id}/archive": getOrderArchive,
	"GET /archive/{token}": getArchive,
	"HEAD /archive/{token}": headArchive,
	"GET /products/{barcode}/image": getProductImage,
	"PUT /webhook": putWebhook,
	"GET /webhook": getWebhook,
	"DELETE /webhook": deleteWebhook,
	"POST /webhook/test": postWebhookTest,
};

/** The parts of the service that any endpoint needs, combined. */
export type ApiParts = UnionToIntersection<Parameters<(typeof table)[keyof typeof table]["handle"]>[0]>;

type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
	all: infer All,
) => void
	? All
	: never;

/** The endpoints, by method and path. */
export const apiRoutes: RouteTable<ApiRoute<ApiParts>> = table;

/** The endpoints that an installation offers. */
export function offeredRoutes({ webhooks }: Pick<ApiParts, "webhooks">): typeof apiRoutes {
	const offered = Object.entries(apiRoutes).filter(([, { feature }]) => !feature || webhooks.isOn);
	return Object.fromEntries(offered);
}

/** Quotes for calls of the billed endpoints, by `operationId`. */
export function quotesOf(parts: ApiParts): QuoteTable<ProductCaller> {
	const quoted = Object.values(apiRoutes).filter(isBilled);
	return new Map(quoted.map((route) => [route.id, { route, quote: route.quote(parts) }]));
}

function isBilled(route: ApiRoute<ApiParts>): route is BilledRoute<ApiParts, ProductCaller> {
	return "quote" in route;
}
