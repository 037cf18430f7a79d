import { getArchive, headArchive } from "./archive/archive-routes.ts";
import { getOrderArchive } from "./archive/issue-archive.ts";
import { postOrders } from "./buy/post-order.ts";
import { postOrdersQuote } from "./buy/quote-route.ts";
import { getOrderProducts } from "./contents/get-order-products.ts";
import { getOrder, getOrders } from "./contents/get-orders.ts";

/** The endpoints of orders in `/api/v1`. */
export const ordersApi = {
	"POST /orders": postOrders,
	"POST /orders/quote": postOrdersQuote,
	"GET /orders": getOrders,
	"GET /orders/{order_id}": getOrder,
	"GET /orders/{order_id}/products": getOrderProducts,
	"GET /orders/{order_id}/archive": getOrderArchive,
	"GET /archive/{token}": getArchive,
	"HEAD /archive/{token}": headArchive,
};
