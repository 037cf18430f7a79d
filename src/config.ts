import { join, resolve } from "node:path";
import { requestLimitSettings } from "./api/limits/request-windows.ts";
import { retentionSettings } from "./billing/retention.ts";
import { changeSettings } from "./catalogue/changes/retention.ts";
import { historySettings } from "./catalogue/history/retention.ts";
import { catalogueSettings } from "./catalogue/reading/product-cache.ts";
import { authSettings } from "./clients/auth/settings.ts";
import { uploadSettings } from "./imports/uploads/settings.ts";
import { backupSettings } from "./operations/backup/settings.ts";
import { metricsSettings } from "./operations/metrics/settings.ts";
import { orderSettings } from "./orders/settings.ts";
import { portalSettings } from "./pages/settings.ts";
import { ssoSettings } from "./people/sso/settings.ts";
import { imageSettings } from "./pictures/settings.ts";
import { blobSettings } from "./platform/blobs/blob-url.ts";
import { databaseSettings } from "./platform/db/postgres/settings.ts";
import { diskSettings } from "./platform/disk-room.ts";
import { addressLimitSettings } from "./platform/http/address-limit.ts";
import { connectionSettings } from "./platform/http/connection-limit.ts";
import { deadlineSettings } from "./platform/http/deadline.ts";
import { overloadSettings } from "./platform/http/overload.ts";
import { httpSettings } from "./platform/http/settings.ts";
import { mailSettings } from "./platform/mail/settings.ts";
import { secretSettings } from "./platform/secrets.ts";
import {
	integerSetting,
	readSettings,
	type Setting,
	type SettingsOf,
	textSetting,
} from "./platform/settings.ts";
import { telemetrySettings } from "./platform/telemetry/settings.ts";
import { proposalSettings } from "./proposals/settings.ts";
import { storefrontSettings } from "./storefront/settings.ts";
import { webhookSettings } from "./webhooks/settings.ts";

export const DEFAULT_DATA_FOLDER = "./data";

const processSettings = {
	dataFolder: textSetting(
		"PACKSHOT_DATA",
		DEFAULT_DATA_FOLDER,
		"Folder that holds the SQLite database, the pictures and the generated secret",
	),
	host: textSetting("PACKSHOT_HOST", "127.0.0.1", "Address to listen on"),
	port: integerSetting(
		"PACKSHOT_PORT",
		8080,
		{ min: 0, max: 65_535 },
		"Port to listen on; 0 picks any free port",
	),
};

/** The settings of all rooms, with their titles in docs/settings.md. */
export const settingsByRoom = {
	process: { title: "Process", settings: processSettings },
	disk: { title: "Disk space", settings: diskSettings },
	blobs: { title: "Picture store", settings: blobSettings },
	database: { title: "Database", settings: databaseSettings },
	http: { title: "Proxies and log", settings: httpSettings },
	secrets: { title: "Secrets and key rotation", settings: secretSettings },
	auth: { title: "Authentication", settings: authSettings },
	catalogue: { title: "Catalogue", settings: catalogueSettings },
	requestLimits: { title: "Request limits of clients", settings: requestLimitSettings },
	addressLimit: { title: "Request limits of addresses", settings: addressLimitSettings },
	connections: { title: "Connections", settings: connectionSettings },
	overload: { title: "Overload", settings: overloadSettings },
	deadline: { title: "Deadline", settings: deadlineSettings },
	images: { title: "Pictures and watermark", settings: imageSettings },
	orders: { title: "Orders", settings: orderSettings },
	uploads: { title: "Uploads", settings: uploadSettings },
	retention: { title: "Retention", settings: retentionSettings },
	changes: { title: "Changes", settings: changeSettings },
	history: { title: "History of products", settings: historySettings },
	backups: { title: "Backups", settings: backupSettings },
	metrics: { title: "Metrics", settings: metricsSettings },
	telemetry: { title: "OpenTelemetry", settings: telemetrySettings },
	webhooks: { title: "Webhooks", settings: webhookSettings },
	portal: { title: "Web pages", settings: portalSettings },
	storefront: { title: "Public pages", settings: storefrontSettings },
	sso: { title: "Single sign-on", settings: ssoSettings },
	proposals: { title: "Proposals", settings: proposalSettings },
	mail: { title: "Mail", settings: mailSettings },
};
type Rooms = typeof settingsByRoom;

/** The same as a flat list. */
export const everySetting: readonly Setting<unknown>[] = Object.values(settingsByRoom).flatMap(
	({ settings }) => Object.values<Setting<unknown>>(settings),
);

export type Config = { readonly [Room in keyof Rooms]: SettingsOf<Rooms[Room]["settings"]> };

/** Reads the whole configuration. @throws SettingError naming the first invalid setting. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
	return Object.fromEntries(
		Object.entries(settingsByRoom).map(([room, { settings }]) => [room, readSettings(settings, environment)]),
	) as Config;
}

/** Base URL of links in mail that is not sent in reply to a request; `undefined` if there is no mail server or no public URL. */
export function mailBase({ mail, images }: Config): string | undefined {
	return mail.smtpUrl === undefined ? undefined : images.publicUrl?.replace(/\/+$/, "");
}

/** Names of everything that an installation creates in its data folder. */
export const OWN_NAMES =
	/^(packshot\.sqlite(-wal|-shm|-journal)?|server\.lock(-journal)?|blobs|uploads|drill|secret(-[0-9a-f-]{36})?|reserve|demo-credentials\.json|move-[0-9a-f]+\.sha256|packshot\.sqlite\..*)$/;

/** Paths within the data folder. */
export function dataPlaces(config: Config) {
	const folder = resolve(config.process.dataFolder);
	return {
		folder,
		database: join(folder, "packshot.sqlite"),
		blobs: join(folder, "blobs"),
		uploads: resolve(config.uploads.folder ?? join(folder, "uploads")),
		secret: join(folder, "secret"),
		serverLock: join(folder, "server.lock"),
		demoCredentials: join(folder, "demo-credentials.json"),
	};
}
