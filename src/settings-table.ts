import { allSettings } from "./config.ts";
import type { Setting } from "./platform/settings.ts";

type Room = keyof typeof allSettings;

/** Titles of the rooms' settings. A room without a title is listed under its own name. */
const TITLES: Partial<Record<Room, string>> = {
	process: "Process",
	blobs: "Picture store",
	database: "Database",
	http: "Proxies and log",
	secrets: "Secrets and key rotation",
	auth: "Authentication",
	catalogue: "Catalogue",
	requestLimits: "Request limits of clients",
	addressLimit: "Request limits of addresses",
	connections: "Connections",
	overload: "Overload",
	deadline: "Deadline",
	images: "Pictures and watermark",
	orders: "Orders",
	uploads: "Uploads",
	retention: "Retention",
	changes: "Changes",
	history: "History of products",
	metrics: "Metrics",
	telemetry: "OpenTelemetry",
	webhooks: "Webhooks",
	portal: "Web pages",
	sso: "Single sign-on",
	proposals: "Proposals",
	mail: "Mail",
};

/** The settings that most installations change: where it listens, where it stores data, and how it is reached and presented. */
const MOST_USED: readonly string[] = [
	"PACKSHOT_DATA",
	"PACKSHOT_HOST",
	"PACKSHOT_PORT",
	"PACKSHOT_PUBLIC_URL",
	"PACKSHOT_TRUSTED_PROXIES",
	"PACKSHOT_DATABASE_URL",
	"PACKSHOT_BLOB_URL",
	"PACKSHOT_SECRET",
	"PACKSHOT_WATERMARK_TEXT",
	"PACKSHOT_SMTP_URL",
];

/** All settings as Markdown tables with a heading for each room, for docs/settings.md. */
export function settingsByRoom(): string {
	return rooms()
		.map(([room, settings]) => `## ${TITLES[room] ?? room}\n\n${table(settings)}`)
		.join("\n\n");
}

/** The settings that matter most, as a Markdown table for the README. */
export function mostUsedSettings(): string {
	const settings = rooms().flatMap(([, each]) => each);
	return table(MOST_USED.flatMap((name) => settings.find((each) => each.name === name) ?? []));
}

function rooms(): [Room, Setting<unknown>[]][] {
	return Object.entries(allSettings).map(([room, settings]) => [
		room as Room,
		Object.values<Setting<unknown>>(settings),
	]);
}

function table(settings: readonly Setting<unknown>[]): string {
	const rows = settings.map(
		({ name, defaultText, meaning }) =>
			`| \`${name}\` | ${defaultText === "none" ? "" : `\`${defaultText}\``} | ${meaning} |`,
	);
	return ["| name | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
