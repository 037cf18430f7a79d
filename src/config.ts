import { join, resolve } from "node:path";
import { integerSetting, readSettings, type SettingsOf, textSetting } from "./platform/settings.ts";
import type { StorableSetting } from "./platform/stored-settings.ts";
import type { SettingsGroup } from "./room.ts";
import { type Declared, rooms, type UnionToIntersection } from "./rooms.ts";

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

/** All settings, by the name of their group. */
export const settingsGroups: Readonly<Record<string, SettingsGroup>> = Object.assign(
	{ process: { title: "Process", settings: processSettings } },
	...rooms.map(({ settings }) => settings),
);
type Groups = UnionToIntersection<Declared<"settings">> & {
	readonly process: { readonly settings: typeof processSettings };
};

/** The same as a flat list. */
export const everySetting = Object.values(settingsGroups).flatMap(({ settings }) => Object.values(settings));

type Values = { readonly [Group in keyof Groups]: SettingsOf<Groups[Group]["settings"]> };

export type Config = Values & {
	/** Those settings that administrators may store as well. {@link createStoredSettings} puts their values into the groups. */
	readonly storable: readonly StorableSetting[];
};

/** Reads the whole configuration. @throws SettingError naming the first invalid setting. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
	const groups = Object.entries(settingsGroups).map(([name, { settings }]) => {
		const values: Record<string, unknown> = readSettings(settings, environment);
		const storable = Object.entries(settings).flatMap(([key, setting]) =>
			setting.stored ? { group: name, key, setting, values, given: environment[setting.name] } : [],
		);
		return { name, values, storable };
	});
	const values = Object.fromEntries(groups.map((group) => [group.name, group.values])) as Values;
	return { ...values, storable: groups.flatMap(({ storable }) => storable) };
}

/** Base URL of links in mail that is not sent in reply to a request; `undefined` if there is no mail server or no public URL. */
export function mailBase({ mail, images }: Config): string | undefined {
	return mail.smtpUrl === undefined ? undefined : images.publicUrl?.replace(/\/+$/, "");
}

/** Names of everything that an installation creates in its data folder. */
export const OWN_NAMES =
	/^(packshot\.sqlite(-wal|-shm|-journal)?|server\.lock(-journal)?|blobs|uploads|drill|restore|secret(-[0-9a-f-]{36})?|reserve|demo-credentials\.json|move-[0-9a-f]+\.sha256|packshot\.sqlite\..*)$/;

/** Paths within the data folder. */
export function dataPaths(config: Config) {
	const folder = resolve(config.process.dataFolder);
	return {
		folder,
		database: join(folder, "packshot.sqlite"),
		blobs: join(folder, "blobs"),
		/** What a restore needs meanwhile. */
		restore: join(folder, "restore"),
		uploads: resolve(config.uploads.folder ?? join(folder, "uploads")),
		secret: join(folder, "secret"),
		serverLock: join(folder, "server.lock"),
		demoCredentials: join(folder, "demo-credentials.json"),
	};
}
