import { integerSetting, textSetting } from "../../settings.ts";

export const databaseSettings = {
	url: textSetting(
		"PACKSHOT_DATABASE_URL",
		undefined,
		"PostgreSQL database that all processes share, `postgres://…`; unset: SQLite in `PACKSHOT_DATA`",
	),
	connections: integerSetting(
		"PACKSHOT_DATABASE_CONNECTIONS",
		12,
		{ min: 4, max: 1000 },
		"Connections to PostgreSQL that one process opens at most",
	),
	statementSeconds: integerSetting(
		"PACKSHOT_DATABASE_STATEMENT_SECONDS",
		10,
		{ min: 1, max: 600 },
		"After this long PostgreSQL gives a statement up",
	),
};
