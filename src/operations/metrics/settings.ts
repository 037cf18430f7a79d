import { integerSetting, type Setting, SettingError, textSetting } from "../../platform/settings.ts";

export const metricsSettings = {
	port: integerSetting(
		"PACKSHOT_METRICS_PORT",
		0,
		{ min: 0, max: 65_535 },
		"Port on which `/metrics` is served for Prometheus, separate from the API; 0 turns it off",
	),
	host: textSetting("PACKSHOT_METRICS_HOST", "127.0.0.1", "Address on which `/metrics` is served"),
	token: secretTextSetting(
		"PACKSHOT_METRICS_TOKEN",
		"Token of at least 16 characters that `/metrics` requires as `Authorization: Bearer …`; if unset, no token is required",
	),
};

/** The value itself is never printed. */
function secretTextSetting(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			if (text.length >= 16) return text;
			throw new SettingError(`${name} must have at least 16 characters`);
		},
	};
}
