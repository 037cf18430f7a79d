import { type AccountApi, accountApi } from "./account.ts";
import { type Auth, authApi } from "./auth.ts";
import { isBrowserPage } from "./browser.ts";
import { caller } from "./call.ts";
import { type Credentials, tokensByCredentials } from "./credentials.ts";
import { type Images, imagesApi } from "./images.ts";
import { type Kosher, kosherApi } from "./kosher.ts";
import { type Metadata, metadataApi } from "./metadata.ts";
import { type MirrorBatch, type MirrorOptions, mirror } from "./mirror.ts";
import { type Connection, type ConnectionOptions, connection } from "./options.ts";
import { type Orders, ordersApi } from "./orders.ts";
import { type Products, productsApi } from "./products.ts";
import { type ServiceApi, serviceApi } from "./service.ts";
import { type ObtainToken, session } from "./session.ts";
import { type TokenProvider, tokensByProvider } from "./token-provider.ts";
import { type WebhookRegistration, webhookRegistration } from "./webhook-registration.ts";

/** Address of the service and the source of access tokens: credentials on a server, a token provider in a browser. */
export type PackshotOptions = ConnectionOptions & (Credentials | { readonly tokenProvider: TokenProvider });

/** A client of the service. Its calls share one access token, kept in memory. */
export interface Packshot extends ServiceApi {
	/** Keeps a copy of the catalogue up to date: lists it, then follows its changes. Free. */
	mirror(options?: MirrorOptions): AsyncIterable<MirrorBatch>;
	readonly products: Products;
	readonly images: Images;
	readonly metadata: Metadata;
	readonly kosher: Kosher;
	readonly orders: Orders;
	readonly account: AccountApi;
	readonly auth: Auth;
	readonly webhook: WebhookRegistration;
}

/** Creates a client; nothing is sent before the first call. @throws TypeError for invalid options. */
export function createPackshot(options: PackshotOptions): Packshot {
	const shared = connection(options);
	const tokens = session(tokenSource(shared, options), () => shared.clock.now());
	const call = caller(shared, tokens);
	return {
		products: productsApi(call),
		images: imagesApi(shared, call),
		metadata: metadataApi(call),
		kosher: kosherApi(call),
		mirror: (options) => mirror(shared, call, options),
		orders: ordersApi(shared, call),
		account: accountApi(call),
		auth: authApi(shared, tokens),
		webhook: webhookRegistration(call),
		...serviceApi(call),
	};
}

function tokenSource(shared: Connection, options: PackshotOptions): ObtainToken {
	if ("tokenProvider" in options) return tokensByProvider(options.tokenProvider, () => shared.clock.now());
	const { clientId, apiKey } = options;
	if (!clientId || !apiKey) throw new TypeError("clientId and apiKey, or a tokenProvider, are needed");
	if (isBrowserPage()) throw new TypeError("an apiKey must not be in a browser: use a tokenProvider");
	return tokensByCredentials(shared, { clientId, apiKey });
}
