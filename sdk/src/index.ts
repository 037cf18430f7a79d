export type { AccountApi, UsageFilter } from "./account.ts";
export type * from "./api-types.ts";
export { ERROR_CODES } from "./api-types.ts";
export type { Auth } from "./auth.ts";
export type { BulkAnswer } from "./bulk-check.ts";
export type * from "./catalogue-types.ts";
export type { Clock } from "./clock.ts";
export type { Credentials } from "./credentials.ts";
export type { Credits } from "./credits.ts";
export { isPackshotError, PackshotError, type PackshotErrorCode } from "./errors.ts";
export type { Images, Picture, SignedUrl } from "./images.ts";
export type { Kosher, KosherAlertFilter } from "./kosher.ts";
export type { Listing, Numbered } from "./listing.ts";
export type { Metadata, MetadataFilter } from "./metadata.ts";
export type { MirrorBatch, MirrorChanges, MirrorListing, MirrorOptions } from "./mirror.ts";
export type {
	CallOptions,
	ConnectionOptions,
	Fetch,
	IdempotentCallOptions,
	PictureOptions,
	PictureSize,
} from "./options.ts";
export type * from "./order-types.ts";
export type { OrderArchive, OrderItem, OrderProductsOptions, OrderRequest, Orders } from "./orders.ts";
export { createPackshot, type Packshot, type PackshotOptions } from "./packshot.ts";
export type * from "./product-types.ts";
export type { ProductFilter, ProductSelection, Products } from "./products.ts";
export type { Answer, RateLimit, RateLimits, ResponseInfo } from "./response-info.ts";
export type { ServiceApi } from "./service.ts";
export type { ProvidedToken, TokenProvider } from "./token-provider.ts";
export {
	type BalanceLowEvent,
	type KosherAlertEvent,
	type ProductsChangedEvent,
	verifyWebhook,
	type WebhookEvent,
	type WebhookHeaders,
	WebhookRefused,
} from "./webhook.ts";
export type { WebhookRegistration } from "./webhook-registration.ts";
