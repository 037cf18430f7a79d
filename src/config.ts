import { join, resolve } from "node:path";
import { requestLimitSettings } from "./api/limits/request-windows.ts";
import { retentionSettings } from "./billing/retention.ts";
import { changeSettings } from "./catalogue/changes/retention.ts";
import { historySettings } from "./catalogue/history/retention.ts";
import { catalogueSettings } from "./catalogue/reading/product-cache.ts";
import { authSettings } from "./clients/auth/settings.ts";
import { uploadSettings } from "./imports/uploads/settings.ts";
import { metricsSettings } from "./operations/metrics/settings.ts";
import { orderSettings } from "./orders/settings.ts";
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
import { proposalSettings } from "./portal/proposals/settings.ts";
import { portalSettings } from "./portal/settings.ts";
import { ssoSettings } from "./portal/sso/settings.ts";
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

/** All settings, by room. docs/settings.md lists them, which a test checks. */
export const allSettings = {
	process: processSettings,
	disk: diskSettings,
	blobs: blobSettings,
	database: databaseSettings,
	http: httpSettings,
	secrets: secretSettings,
	auth: authSettings,
	catalogue: catalogueSettings,
	requestLimits: requestLimitSettings,
	addressLimit: addressLimitSettings,
	connections: connectionSettings,
	overload: overloadSettings,
	deadline: deadlineSettings,
	images: imageSettings,
	orders: orderSettings,
	uploads: uploadSettings,
	retention: retentionSettings,
	changes: changeSettings,
	history: historySettings,
	metrics: metricsSettings,
	telemetry: telemetrySettings,
	webhooks: webhookSettings,
	portal: portalSettings,
	sso: ssoSettings,
	proposals: proposalSettings,
	mail: mailSettings,
};

/** The settings of all rooms as a flat list. */
export const everySetting: readonly Setting<unknown>[] = Object.values(allSettings).flatMap((room) =>
	Object.values<Setting<unknown>>(room),
);

export type Config = { readonly [Room in keyof typeof allSettings]: SettingsOf<(typeof allSettings)[Room]> };

/** Reads the whole configuration. @throws SettingError naming the first invalid setting. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
	return {
		process: readSettings(processSettings, environment),
		disk: readSettings(diskSettings, environment),
		blobs: readSettings(blobSettings, environment),
		database: readSettings(databaseSettings, environment),
		http: readSettings(httpSettings, environment),
		secrets: readSettings(secretSettings, environment),
		auth: readSettings(authSettings, environment),
		catalogue: readSettings(catalogueSettings, environment),
		requestLimits: readSettings(requestLimitSettings, environment),
		addressLimit: readSettings(addressLimitSettings, environment),
		connections: readSettings(connectionSettings, environment),
		overload: readSettings(overloadSettings, environment),
		deadline: readSettings(deadlineSettings, environment),
		images: readSettings(imageSettings, environment),
		orders: readSettings(orderSettings, environment),
		uploads: readSettings(uploadSettings, environment),
		retention: readSettings(retentionSettings, environment),
		changes: readSettings(changeSettings, environment),
		history: readSettings(historySettings, environment),
		metrics: readSettings(metricsSettings, environment),
		telemetry: readSettings(telemetrySettings, environment),
		webhooks: readSettings(webhookSettings, environment),
		portal: readSettings(portalSettings, environment),
		sso: readSettings(ssoSettings, environment),
		proposals: readSettings(proposalSettings, environment),
		mail: readSettings(mailSettings, environment),
	};
}

/** Base URL of links in mail that is not sent in reply to a request; `undefined` if there is no mail server or no public URL. */
export function mailBase({ mail, images }: Config): string | undefined {
	return mail.smtpUrl === undefined ? undefined : images.publicUrl?.replace(/\/+$/, "");
}

/** Names of everything that an installation creates in its data folder. */
export const OWN_NAMES =
	/^(packshot\.sqlite(-wal|-shm|-journal)?|server\.lock(-journal)?|blobs|uploads|secret|reserve|demo-credentials\.json|move-[0-9a-f]+\.sha256|packshot\.sqlite\..*)$/;

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
