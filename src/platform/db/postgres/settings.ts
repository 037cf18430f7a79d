import { integerSetting, type Setting, SettingError } from "../../settings.ts";
import { serverUrls } from "./servers.ts";

export const databaseSettings = {
	url: postgresUrl(
		"PACKSHOT_DATABASE_URL",
		"PostgreSQL database that all processes share, `postgres://…`, with several servers as `one:5432,two:5432` for a failover; unset: SQLite in `PACKSHOT_DATA`",
	),
	connections: integerSetting(
		"PACKSHOT_DATABASE_CONNECTIONS",
		13,
		{ min: 4, max: 1000 },
		"Connections to PostgreSQL that one process opens at most",
	),
	statementSeconds: integerSetting(
		"PACKSHOT_DATABASE_STATEMENT_SECONDS",
		10,
		{ min: 1, max: 600 },
		"After this long PostgreSQL gives a statement up",
	),
	waitSeconds: integerSetting(
		"PACKSHOT_DATABASE_WAIT_SECONDS",
		5,
		{ min: 1, max: 600 },
		"How long a request waits for a connection to PostgreSQL before it is answered 503",
	),
};

/** The value itself is never printed: it contains a password. */
function postgresUrl(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			if (/^postgres(ql)?:\/\/./.test(text) && serverUrls(text).every((url) => URL.canParse(url)))
				return text;
			throw new SettingError(`${name} must be a URL that starts with postgres://`);
		},
	};
}
