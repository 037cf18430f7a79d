import type { Sdk } from "./endpoint.ts";
import { call, everyRow, listing, optional, saved } from "./sdk-call.ts";

const SIGNS_IN_BY_ITSELF: Sdk = () => ({
	lines: [
		"// The client signs in automatically on the first call, and again before its token expires.",
		"await packshot.account.balance();",
	],
});

const ORDERED = ["items", "include", "variants", "size", "max_credits", "name"];

/** How the SDK makes each call, by `operationId`. Calls that it does not support are only shown as commands. */
export const sdkMethods: Readonly<Record<string, Sdk>> = {
	getProduct: call("products.get", ["barcode"], ["include", "variants", "size"]),
	headProduct: call("products.exists", ["barcode"]),
	listProducts: listing("products.list"),
	bulkCheckProducts: call("products.bulkCheck", ["barcodes"]),
	resolveBarcodes: call("products.resolve", ["barcodes"]),
	listChanges: optional("products.changes", ["cursor", "limit", "wait"]),
	getProductImage: saved("images.download", ["barcode", "variant"], ["size"], {
		name: '"picture.jpg"',
		bytes: "file.bytes",
	}),
	createOrder: call("orders.create", [], ORDERED),
	quoteOrder: call("orders.quote", [], ORDERED),
	listOrders: everyRow("order", "orders.list"),
	getOrder: call("orders.get", ["order_id"]),
	listOrderProducts: everyRow("product", "orders.products", ["order_id"]),
	getOrderArchive: saved("orders.archive", ["order_id"], [], { name: "file.fileName", bytes: "file.stream" }),
	getMetadataAvailability: call("metadata.get", ["barcode"]),
	bulkCheckMetadata: call("metadata.bulkCheck", ["barcodes"], ["fields"]),
	listProductsByMetadata: listing("metadata.list"),
	listMetadataFields: optional("metadata.fields", ["counts"]),
	getBalance: call("account.balance"),
	getAccount: call("account.get"),
	getUsage: optional("account.usage", ["from", "to", "granularity"]),
	getPricing: call("pricing"),
	getHealth: call("health"),
	createToken: SIGNS_IN_BY_ITSELF,
	refreshToken: SIGNS_IN_BY_ITSELF,
	revokeToken: () => ({ lines: ["await packshot.auth.revoke();"] }),
};
