import { type Setting, SettingError } from "./settings.ts";

/** An http or https URL that can be connected to: port 0 cannot. @returns `undefined` for any other text. */
export function parseWebUrl(text: string): URL | undefined {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
	return isWeb && url.port !== "0" ? url : undefined;
}

/** A setting that holds an http or https URL. */
export function webUrlSetting(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			if (parseWebUrl(text)) return text;
			throw new SettingError(`${name} must be an http or https URL, not "${text}"`);
		},
	};
}
