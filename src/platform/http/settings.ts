import { choiceSetting, storable } from "../settings.ts";
import { rangesSetting } from "./client-address.ts";

export const httpSettings = {
	trustedProxies: storable(
		rangesSetting(
			"PACKSHOT_TRUSTED_PROXIES",
			"Addresses or CIDRs, comma-separated, whose X-Forwarded-* headers are trusted",
		),
		{
			label: "Trusted proxies",
			hint: "Addresses of the proxies before this service, such as 127.0.0.1, ::1. Only what they say of a caller is believed.",
			afterRestart: true,
		},
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
