import { integerSetting, type Setting, SettingError } from "../../settings.ts";
import { serverUrls } from "./servers.ts";

export const databaseSettings = {
	url: postgresUrl(
		"PACKSHOT_DATABASE_URL",
		"PostgreSQL database that all processes share, as `postgres://…`; list several servers as `one:5432,two:5432` for failover. If unset, SQLite in `PACKSHOT_DATA` is used",
	),
	connections: integerSetting(
		"PACKSHOT_DATABASE_CONNECTIONS",
		13,
		{ min: 4, max: 1000 },
		"Maximum number of PostgreSQL connections per process",
	),
	statementSeconds: integerSetting(
		"PACKSHOT_DATABASE_STATEMENT_SECONDS",
		10,
		{ min: 1, max: 600 },
		"Seconds after which PostgreSQL cancels a statement",
	),
	waitSeconds: integerSetting(
		"PACKSHOT_DATABASE_WAIT_SECONDS",
		5,
		{ min: 1, max: 600 },
		"Seconds a request waits for a PostgreSQL connection before it gets 503",
	),
};

/** The value is never printed, because it contains a password. */
function postgresUrl(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			if (/^postgres(ql)?:\/\/./.test(text) && serverUrls(text).every(isReachable)) return text;
			throw new SettingError(`${name} must be a URL that starts with postgres://`);
		},
	};
}

function isReachable(url: string): boolean {
	return URL.canParse(url) && new URL(url).port !== "0";
}
