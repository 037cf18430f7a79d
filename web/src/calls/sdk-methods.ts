import type { Sdk } from "./endpoint.ts";
import { call, everyRow, listing, saved } from "./sdk-call.ts";

const SIGNS_IN_BY_ITSELF: Sdk = () => ({
	lines: [
		"// The client signs in automatically on the first call, and again before its token expires.",
		"await packshot.account.balance();",
	],
});

/** How the SDK makes each call, by `operationId`. Calls that it does not support are only shown as commands. */
export const sdkMethods: Readonly<Record<string, Sdk>> = {
	getProduct: call("products.get", ["barcode"]),
	headProduct: call("products.exists", ["barcode"]),
	listProducts: listing("products.list"),
	bulkCheckProducts: call("products.bulkCheck", ["barcodes"]),
	resolveBarcodes: call("products.resolve", ["barcodes"]),
	listChanges: call("products.changes"),
	getProductImage: saved("images.download", ["barcode", "variant"], ["size"], {
		name: '"picture.jpg"',
		bytes: "file.bytes",
	}),
	createOrder: call("orders.create"),
	quoteOrder: call("orders.quote"),
	listOrders: everyRow("order", "orders.list"),
	getOrder: call("orders.get", ["order_id"]),
	listOrderProducts: everyRow("product", "orders.products", ["order_id"]),
	getOrderArchive: saved("orders.archive", ["order_id"], [], { name: "file.fileName", bytes: "file.stream" }),
	getMetadataAvailability: call("metadata.get", ["barcode"]),
	bulkCheckMetadata: call("metadata.bulkCheck", ["barcodes"]),
	listProductsByMetadata: listing("metadata.list"),
	listMetadataFields: call("metadata.fields"),
	getKosherRecord: call("kosher.get", ["barcode"]),
	listKosherAlerts: everyRow("alert", "kosher.alerts"),
	getKosherAlert: call("kosher.alert", ["alert_id"]),
	getBalance: call("account.balance"),
	getAccount: call("account.get"),
	getUsage: call("account.usage"),
	getPricing: call("pricing"),
	getHealth: call("health"),
	createToken: SIGNS_IN_BY_ITSELF,
	refreshToken: SIGNS_IN_BY_ITSELF,
	revokeToken: () => ({ lines: ["await packshot.auth.revoke();"] }),
};
