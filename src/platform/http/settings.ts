import { choiceSetting } from "../settings.ts";
import { rangesSetting } from "./client-address.ts";

export const httpSettings = {
	trustedProxies: rangesSetting(
		"PACKSHOT_TRUSTED_PROXIES",
		"Addresses or CIDRs, comma-separated, whose X-Forwarded-* headers are trusted",
	),
	logLevel: choiceSetting(
		"PACKSHOT_LOG_LEVEL",
		["fatal", "error", "warn", "info", "debug", "silent"],
		"info",
		"Minimum level of messages in the log, which is written to stdout as JSON lines",
	),
	logRequests: choiceSetting(
		"PACKSHOT_LOG_REQUESTS",
		["off", "on"],
		"off",
		"Whether every answered request is logged in one line at level `info`, without its URL",
	),
};
