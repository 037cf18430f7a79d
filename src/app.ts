import type { FastifyInstance } from "fastify";
import { apiConventions } from "./api/conventions.ts";
import { describeRoutes } from "./api/openapi.ts";
import { type RequestCounts, watchRequests } from "./api/request-counts.ts";
import { admission } from "./auth/admission.ts";
import { bearerCheck } from "./auth/bearer.ts";
import { revokeRoute } from "./auth/revoke-route.ts";
import { revokedTokens } from "./auth/revoked-tokens.ts";
import { tokenRoutes } from "./auth/routes.ts";
import { tokenMint } from "./auth/tokens.ts";
import { createMetering } from "./billing/metering.ts";
import { priceLists } from "./billing/prices.ts";
import { pricingRoute } from "./billing/routes.ts";
import { countRequests } from "./catalogue/counted-requests.ts";
import { keptProductRead } from "./catalogue/product-cache.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { accountRoutes } from "./client-account/routes.ts";
import { clientDirectory } from "./clients/directory.ts";
import type { Config } from "./config.ts";
import { documentText } from "./docs/openapi-document.ts";
import { docsRoutes } from "./docs/routes.ts";
import { isHealthCheck } from "./health/health-check.ts";
import { healthRoute } from "./health/routes.ts";
import { deliveries } from "./images/delivery.ts";
import { urlIssuer } from "./images/issue-url.ts";
import { imageDeliveryRoutes, imageRedirectRoutes } from "./images/routes.ts";
import { urlBase } from "./images/url-base.ts";
import { windowsInMemory } from "./limits/request-windows.ts";
import { windowsInDatabase } from "./limits/shared-windows.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/database.ts";
import { addressLimit as addressLimitOf } from "./platform/http/address-limit.ts";
import { closeInTime } from "./platform/http/closing.ts";
import { answerInTime } from "./platform/http/deadline.ts";
import { openRequests } from "./platform/http/open-requests.ts";
import { loadShedding } from "./platform/http/overload.ts";
import { createServer, unknownEndpoints, WHOLE_REQUEST_MS } from "./platform/http/server.ts";
import { refuseDuringMaintenance } from "./platform/maintenance.ts";
import type { Secrets } from "./platform/secrets.ts";
import { pageRoutes } from "./portal/pages.ts";
import { portalRoutes } from "./portal/routes.ts";

/** What the service runs on. */
export interface AppParts {
	readonly config: Config;
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly clock: Clock;
	/** Counts every answer; present when metrics are on. */
	readonly requestCounts?: RequestCounts;
}

/** Assembles the service. The caller listens, and closes the parts after the app. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
	const { config, db, blobs, secrets, clock } = parts;
	const addressLimit = addressLimitOf(config.addressLimit.requestsPerMinute);
	const clients = clientDirectory(db, clock);
	const revoked = revokedTokens(db, clock);
	const prices = priceLists(db, clock);
	const metering = createMetering({ db, prices });
	const mint = tokenMint(secrets, config.auth, clock);
	const windows = db.traits.sharedByNodes
		? windowsInDatabase(db, config.requestLimits, countRequests)
		: windowsInMemory(db, config.requestLimits);
	const check = bearerCheck({ tokenKeys: secrets.tokenKeys, clients, revoked, addressLimit });
	const base = urlBase(config.images.publicUrl, config.http.trustedProxies);
	const issueUrl = urlIssuer({
		urlKeys: secrets.urlKeys,
		base,
		ttlSeconds: config.images.urlTtlSeconds,
	});
	const delivery = deliveries({
		db,
		blobs,
		urlKeys: secrets.urlKeys,
		clients,
		addressLimit,
		cacheBytes: config.images.cacheBytes,
	});

	const findProduct = keptProductRead(db, config.catalogue.cacheBytes);

	const unanswered = openRequests();
	const shedding = loadShedding(unanswered, config.overload, isHealthCheck);
	const refused = (status: number) => parts.requestCounts?.refused(status);
	const app = createServer({
		clock,
		addressLimit,
		shedding,
		unanswered,
		refused,
		settings: config.http,
		conventions: apiConventions,
	});
	unanswered.follow(app);
	shedding.watch(app);
	closeInTime(app, unanswered, WHOLE_REQUEST_MS);
	if (parts.requestCounts) watchRequests(app, parts.requestCounts);
	refuseDuringMaintenance(app, db, clock, isHealthCheck);
	answerInTime(app, unanswered, config.deadline.seconds);
	const document = describeRoutes(app, documentText);
	await app.register(
		async (open) => {
			await open.register(tokenRoutes({ db, secrets, settings: config.auth, mint, clients, addressLimit }));
			await open.register(healthRoute({ db, blobs, addressLimit }));
			await open.register(pricingRoute({ prices, addressLimit }));
			await open.register(imageDeliveryRoutes(delivery));
			await open.register(async (bearer) => {
				bearer.addHook("onRequest", admission({ check, windows, metering }));
				await bearer.register(revokeRoute({ db, revoked }));
				await bearer.register(accountRoutes({ db, metering }));
				await bearer.register(catalogueRoutes({ db, findProduct, metering, issueUrl }));
				await bearer.register(imageRedirectRoutes({ findProduct, metering, issueUrl }));
			});
		},
		{ prefix: documentText.basePath },
	);
	await app.register(docsRoutes(document, addressLimit));
	await app.register(unknownEndpoints("/api/*", addressLimit));
	const { portal: settings, mail } = config;
	await app.register(portalRoutes({ db, secrets, settings, mail, base, windows, clients, mint, prices }));
	await app.register(pageRoutes({ publicUrl: config.images.publicUrl, addressLimit }));
	return app;
}
