import type { Room } from "../room.ts";
import { blobSettings } from "./blobs/blob-url.ts";
import { platformCommands } from "./commands.ts";
import { databaseSettings } from "./db/postgres/settings.ts";
import { diskSettings } from "./disk-room.ts";
import { addressLimitSettings } from "./http/address-limit.ts";
import { connectionSettings } from "./http/connection-limit.ts";
import { deadlineSettings } from "./http/deadline.ts";
import { commonErrors } from "./http/http-error.ts";
import { overloadSettings } from "./http/overload.ts";
import { httpSettings } from "./http/settings.ts";
import { mailExpiry } from "./mail/retention.ts";
import { mailSettings } from "./mail/settings.ts";
import { secretSettings } from "./secrets.ts";
import { telemetrySettings } from "./telemetry/settings.ts";

export const platform = {
	errors: commonErrors,
	commands: platformCommands,
	settings: {
		disk: { title: "Disk space", settings: diskSettings },
		blobs: { title: "Picture store", settings: blobSettings },
		database: { title: "Database", settings: databaseSettings },
		http: { title: "Proxies and log", settings: httpSettings },
		secrets: { title: "Secrets and key rotation", settings: secretSettings },
		addressLimit: { title: "Request limits of addresses", settings: addressLimitSettings },
		connections: { title: "Connections", settings: connectionSettings },
		overload: { title: "Overload", settings: overloadSettings },
		deadline: { title: "Deadline", settings: deadlineSettings },
		telemetry: { title: "OpenTelemetry", settings: telemetrySettings },
		mail: { title: "Mail", settings: mailSettings },
	},
	expiry: mailExpiry,
	works: async () => (await import("./works.ts")).platformWorks,
	checks: async () => (await import("./checks.ts")).platformChecks,
	metrics: async () => (await import("./metrics.ts")).platformMetrics,
} as const satisfies Room;
