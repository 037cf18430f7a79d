import type { FastifyInstance } from "fastify";
import { type AlertReader, liveAlerts } from "./alerts/read.ts";
import { apiConventions } from "./api/conventions.ts";
import { docsRoutes } from "./api/docs-routes.ts";
import { isHealthCheck } from "./api/health.ts";
import { createHealthChecks } from "./api/health-checks.ts";
import { createMemoryWindows } from "./api/limits/request-windows.ts";
import { createDatabaseWindows } from "./api/limits/shared-windows.ts";
import { API_PATH, apiDescription } from "./api/openapi.ts";
import { type RequestCounts, watchRequests } from "./api/request-counts.ts";
import { createProbeAnswers } from "./api/self-probe.ts";
import { createMetering } from "./billing/ledger/metering.ts";
import { createPriceListRead } from "./billing/prices/prices.ts";
import { createFeed, type Feed } from "./catalogue/changes/feed.ts";
import { createHeadWatch } from "./catalogue/changes/head-watch.ts";
import { countRequests } from "./catalogue/reading/counted-requests.ts";
import { createCachedProductRead } from "./catalogue/reading/product-cache.ts";
import { productBill } from "./catalogue/reading/product-routes.ts";
import { createAccountHeaders, createAdmission, createRepeatedCheck } from "./clients/auth/admission.ts";
import { createBearerCheck } from "./clients/auth/bearer.ts";
import { createGuard } from "./clients/auth/guard.ts";
import { createRevokedTokens } from "./clients/auth/revoked-tokens.ts";
import { createTokens } from "./clients/auth/tokens.ts";
import { createClientDirectory } from "./clients/policy/directory.ts";
import { type Config, dataPaths, mailBase } from "./config.ts";
import { apiErrorCatalogue, errorCatalogue } from "./errors.ts";
import { openUploadFolder } from "./imports/uploads/folder.ts";
import {
	type AttributionProcess,
	createAttributionProcess,
} from "./leaks/attribution/attribution-process.ts";
import type { Restoring } from "./operations/backup/restoring.ts";
import { logRequests } from "./operations/log-requests.ts";
import { createOrderStore } from "./orders/contents/order-store.ts";
import { assetNamed, createPages } from "./pages/pages.ts";
import { portalApi } from "./pages/register.ts";
import { paymentMessages } from "./payments/messages.ts";
import { createSessionLookup } from "./people/accounts/signed-in.ts";
import { oneClickUnsubscribe } from "./people/pages/notices/handlers.ts";
import { readPortalSettings } from "./people/portal-settings.ts";
import { createSignInParts } from "./people/sign-in-parts.ts";
import { createSingleSignOn } from "./people/sso/provider.ts";
import { createDelivery } from "./pictures/delivery/delivery.ts";
import { createUrlIssuer } from "./pictures/delivery/issue-url.ts";
import { globalMarkSeed } from "./pictures/delivery/mark-formats.ts";
import { createUrlBase } from "./pictures/delivery/url-base.ts";
import { createCurrentRights } from "./pictures/rights/current-rights.ts";
import { createThumbnailLookup } from "./pictures/store/thumbnail-versions.ts";
import { createThumbnails } from "./pictures/store/thumbnails.ts";
import { readWatermark } from "./pictures/style/saved-style.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import type { Database } from "./platform/db/database.ts";
import { reservedBytes } from "./platform/disk-room.ts";
import { type AddressLimit, createAddressLimit } from "./platform/http/address-limit.ts";
import { closeInTime, DRAIN_MS } from "./platform/http/closing.ts";
import { limitConnections } from "./platform/http/connection-limit.ts";
import { enforceDeadline, waitForLargeBodies } from "./platform/http/deadline.ts";
import { createLongPolls } from "./platform/http/long-polls.ts";
import { createOpenRequests, type OpenRequests } from "./platform/http/open-requests.ts";
import { openApiDocument } from "./platform/http/openapi.ts";
import { createLoadShedding } from "./platform/http/overload.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { createServer, unknownEndpoints } from "./platform/http/server.ts";
import { createMaintenance, type Maintenance, refuseDuringMaintenance } from "./platform/maintenance.ts";
import { createPageCursors } from "./platform/page-cursors.ts";
import type { Secrets } from "./platform/secrets.ts";
import type { StoredSettings } from "./platform/stored-settings.ts";
import type { Clock } from "./platform/time/clock.ts";
import type { ProposalParts } from "./proposals/parts.ts";
import { createPicturePool } from "./proposals/picture-pool.ts";
import { loadApiRoutes, loadPageApi, offeredRoutes, type PageParts, quotesOf } from "./routes.ts";
import { storefrontChoices } from "./storefront/pages/choices.ts";
import { createStorefront, type StorefrontParts } from "./storefront/routes.ts";
import { loadTaskRules } from "./task-rules.ts";
import { createWebhookService } from "./webhooks/register/service.ts";
import { createAlertFeed, createChangeFeed } from "./webhooks/send/feed.ts";
import { createResolveHost } from "./webhooks/send/resolve-host.ts";

/** What the service is built from. */
export interface AppParts {
	readonly config: Config;
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly storedSettings: StoredSettings;
	readonly clock: Clock;
	/** Counts every answer; present if metrics are on. */
	readonly requestCounts?: RequestCounts;
	/** Restores a backup in the place of this server; absent where others may serve the same installation. */
	readonly restoring?: Restoring;
	/** Traces every request; present if traces are exported. */
	readonly traceRequests?: (app: FastifyInstance) => void;
}

/** Maximum numbers of requests waiting for changes (SPEC E4). */
const LONG_POLLS = { perOwner: 2, perProcess: 1000 };

/** Assembles the service. The caller has to listen, and to close the parts after the app. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
	const { config, db } = parts;
	const addressLimit = createAddressLimit(config.addressLimit.requestsPerMinute);
	const maintenance = createMaintenance(db, parts.clock);
	const unanswered = createOpenRequests();
	const app = createGuardedServer(parts, addressLimit, maintenance, unanswered);
	const longPolls = createLongPolls(app, unanswered, LONG_POLLS);
	const globalSeed = await globalMarkSeed(db);
	const healthChecks = createHealthChecks({
		...parts,
		databaseFolder: config.database.url === undefined ? dataPaths(config).folder : undefined,
		maintenance,
	});
	const rooms = { ...createRooms(parts, addressLimit, globalSeed), maintenance, longPolls, healthChecks };

	const apiRoutes = await loadApiRoutes();
	registerRoutes(app, offeredRoutes(apiRoutes, rooms), {
		basePath: API_PATH,
		guard: createGuard({
			admit: createAdmission(rooms),
			accountHeaders: createAccountHeaders(rooms),
			addressLimit,
		}),
		handlerOf: (_name, { handle }) => handle(rooms),
	});
	await app.register(
		docsRoutes(() => openApiDocument(apiRoutes, apiDescription(apiErrorCatalogue)), addressLimit),
	);
	await app.register(unknownEndpoints("/api/*", addressLimit));

	const pages = {
		...rooms,
		...createPageParts(parts, app, rooms),
		quotes: quotesOf(apiRoutes, rooms),
		previewProduct: productBill(rooms),
		taskRules: await loadTaskRules(),
	};
	const { hashKeys, settings, cookie, base } = pages;
	const { routes, handlersOf } = await loadPageApi();
	const findMember = createSessionLookup(pages);
	const { requestsPerMinute } = settings;
	await app.register(
		portalApi(
			{ hashKeys, cookie, base, requestsPerMinute, findMember, errors: errorCatalogue },
			routes,
			handlersOf(pages),
		),
	);
	await app.register(oneClickUnsubscribe(pages, addressLimit));
	await app.register(paymentMessages(pages, addressLimit));
	await openPages(app, parts, rooms);
	return app;
}

/** Serves the built pages and, while the operator wants them, the public pages of the catalogue. */
async function openPages(
	app: FastifyInstance,
	{ config }: AppParts,
	rooms: Omit<StorefrontParts, "assets" | "requestsPerMinute" | "readChoices" | "isOn" | "otherwise"> & {
		readonly addressLimit: AddressLimit;
	},
): Promise<void> {
	const isOn = () => config.storefront.storefront === "on";
	const pages = createPages({
		settings: config.images,
		addressLimit: rooms.addressLimit,
		visitors: () => (isOn() ? storefront.visitors : undefined),
	});
	const storefront = createStorefront({
		...rooms,
		isOn,
		otherwise: pages.show,
		requestsPerMinute: config.storefront.requestsPerMinute,
		readChoices: async () =>
			storefrontChoices(await readPortalSettings(rooms.db.read), config.sso.localSignIn),
		assets: {
			styles: assetNamed("storefront.css"),
			script: assetNamed("storefront.js"),
			stillLife: assetNamed("still-life.webp"),
			stillLifeSmall: assetNamed("still-life-small.webp"),
		},
	});
	await app.register(storefront.routes);
	await app.register(pages.routes);
}

/** What only pages need. */
function createPageParts(parts: AppParts, app: FastifyInstance, { base }: ReturnType<typeof createRooms>) {
	const { config, db, secrets } = parts;
	const settings = config.portal;
	const isBaseSet = () => config.images.publicUrl !== undefined;
	const sso = createSingleSignOn(config.sso);
	return {
		...createSignInParts({ db, settings, base, isBaseSet, mail: config.mail }),
		config,
		log: app.log,
		settings,
		hashKeys: secrets.hashKeys,
		storedSettings: parts.storedSettings,
		errors: errorCatalogue,
		sso,
		noticesOn: () => mailBase(config) !== undefined,
		requestCounts: parts.requestCounts,
		restoring: parts.restoring,
		databasePlace: { databaseFile: dataPaths(config).database, databaseUrl: config.database.url },
		restoreFolder: dataPaths(config).restore,
		uploads: {
			folder: openUploadFolder(dataPaths(config).uploads, reservedBytes(config.disk)),
			days: config.uploads.days,
		},
		findThumbnails: createThumbnailLookup(db),
		findEveryThumbnail: createThumbnails(parts, 0, "every"),
		proposing: proposing(parts, app),
		watermark: watermarkParts(parts, app),
		leakReader: leakReader(app),
		reducer: leakReader(app, WAITING_REDUCTIONS),
	};
}

function proposing({ config, db, blobs, clock }: AppParts, app: FastifyInstance): ProposalParts {
	const pictures = createPicturePool();
	app.addHook("onClose", () => pictures.close());
	const { sizesPx, uploadOffsetMinutes } = config.images;
	return {
		db,
		blobs,
		clock,
		limits: config.proposals,
		pool: pictures.open,
		preparation: async () => ({
			watermark: await readWatermark(db, config.images),
			sizesPx,
			uploadOffsetMinutes,
		}),
	};
}

/** Parts needed to preview and save the watermark style. Its previews do not wait for proposals that are being approved. */
function watermarkParts(
	{ config, db, blobs, clock }: AppParts,
	app: FastifyInstance,
): PageParts["watermark"] {
	const pictures = createPicturePool({ isWaitedFor: true });
	app.addHook("onClose", () => pictures.close());
	return { db, blobs, clock, settings: config.images, pool: pictures.open };
}

/** Leaks that may wait to be decoded: each is held in memory. */
const WAITING_LEAKS = 8;
/** Pictures of cases that may wait to be reduced: the page of one case shows up to forty at once. */
const WAITING_REDUCTIONS = 64;

function leakReader(app: FastifyInstance, mostWaiting = WAITING_LEAKS): AttributionProcess {
	const reader = createAttributionProcess({ mostWaiting });
	app.addHook("onClose", () => reader.close());
	return reader;
}

/** Below this rate, a commit for each charge costs nothing that anybody misses. */
const BUSY_REQUESTS_PER_SECOND = 1500;
/** A batch of so many charges is worth a commit. */
const ENOUGH_WRITES = 16;

/** Never more than a quarter of the callers wait for others: those who ask again only once they are answered would all wait for nobody. */
function gatherWhenBusy(gather: (enough: number) => void) {
	return (requestsPerSecond: number, connections: number) => {
		const isBusy = requestsPerSecond >= BUSY_REQUESTS_PER_SECOND;
		gather(isBusy ? Math.min(ENOUGH_WRITES, connections >> 2) : 0);
	};
}

/** A server without endpoints, but with everything that runs before them: overload, maintenance, deadlines, counts. */
function createGuardedServer(
	parts: AppParts,
	addressLimit: AddressLimit,
	maintenance: Maintenance,
	unanswered: OpenRequests,
): FastifyInstance {
	const { config, clock, requestCounts, traceRequests } = parts;
	const isEachLogged = config.http.logRequests === "on";
	const shedding = createLoadShedding(unanswered, config.overload, isHealthCheck);
	const app = createServer({
		clock,
		addressLimit,
		shedding,
		unanswered,
		refused: (status, cause) => requestCounts?.refused(status, cause),
		areArrivalsStamped: requestCounts !== undefined || traceRequests !== undefined || isEachLogged,
		busy: parts.db.gather && gatherWhenBusy(parts.db.gather),
		settings: config.http,
		conventions: apiConventions(apiErrorCatalogue),
	});
	unanswered.follow(app);
	waitForLargeBodies(app, unanswered);
	shedding.watch(app);
	closeInTime(app, unanswered, DRAIN_MS);
	limitConnections(app, {
		...config.connections,
		trustedProxies: config.http.trustedProxies,
		refused: () => requestCounts?.connectionRefused(),
	});
	traceRequests?.(app);
	if (requestCounts) watchRequests(app, requestCounts);
	if (isEachLogged) logRequests(app);
	refuseDuringMaintenance(app, maintenance);
	enforceDeadline(app, unanswered, config.deadline.seconds);
	return app;
}

/** What the rooms provide for endpoints. */
function createRooms(parts: AppParts, addressLimit: AddressLimit, globalSeed: Uint8Array) {
	const { config, db, blobs, secrets, clock } = parts;
	const { urlKeys, tokenKeys } = secrets;
	const clients = createClientDirectory(db, clock);
	const rights = createCurrentRights(db, clock);
	const revoked = createRevokedTokens(db, clock);
	const prices = createPriceListRead(db, clock);
	const windows = db.traits.sharedByNodes
		? createDatabaseWindows(db, config.requestLimits, countRequests)
		: createMemoryWindows(db, config.requestLimits);
	const base = createUrlBase(config.images, config.http.trustedProxies);
	const bearer = createBearerCheck({ tokenKeys, clients, revoked, addressLimit });
	const feed = createFeed(db);
	const { cacheBytes, thumbnailCacheBytes, urlTtlSeconds, sizesPx } = config.images;
	return {
		db,
		clock,
		blobs,
		secrets,
		addressLimit,
		auth: config.auth,
		clients,
		rights,
		revoked,
		bearer,
		repeatedCheck: createRepeatedCheck({ bearer, windows, clock }),
		mint: createTokens(secrets, config.auth, clock),
		windows,
		prices,
		metering: createMetering({ db, prices }),
		feed,
		headWatch: createHeadWatch(db, feed.state),
		findProduct: createCachedProductRead(db, config.catalogue.cacheBytes),
		base,
		answerProbe: createProbeAnswers(secrets.hashKeys, config.http.trustedProxies),
		findThumbnail: createThumbnails(parts, thumbnailCacheBytes),
		imageSizesPx: sizesPx,
		orders: createOrderStore(db, blobs),
		orderDays: config.orders.days,
		pageCursors: createPageCursors(db, secrets.cursorKeys),
		issueUrl: createUrlIssuer({ urlKeys, base, ttlSeconds: urlTtlSeconds }),
		productAlerts: async (barcode: string, reader: AlertReader) =>
			(await liveAlerts(db.read, reader, barcode)).map((alert) => JSON.stringify(alert)),
		delivery: createDelivery({ db, blobs, urlKeys, clients, rights, addressLimit, cacheBytes, globalSeed }),
		webhooks: createWebhooks(parts, feed),
	};
}

function createWebhooks({ config, db, secrets }: AppParts, feed: Feed) {
	return createWebhookService({
		isOn: config.webhooks.webhooks === "on",
		rules: config.webhooks,
		resolveHost: createResolveHost(),
		feed: createChangeFeed(feed, secrets.cursorKeys),
		alertHead: createAlertFeed(db).head,
		sealKeys: secrets.sealKeys,
	});
}
