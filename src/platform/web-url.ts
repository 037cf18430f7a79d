import { type Setting, SettingError } from "./settings.ts";

/** An http or https URL that can be connected to: port 0 cannot. @returns `undefined` for any other text. */
export function parseWebUrl(text: string): URL | undefined {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
	return isWeb && url.port !== "0" ? url : undefined;
}

/** A URL as it may be shown; `null` for any other text. */
export function withoutCredentials(text: string): string | null {
	return URL.canParse(text) ? text.replace(/^([a-z0-9+.-]+:\/\/)[^/?#]*@/i, "$1") : null;
}

/** A setting that holds `scheme://host`, with a port if need be: pages, cookies and signed URLs are all at the root of a host. */
export function originSetting(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			const url = parseWebUrl(text);
			if (!url) throw new SettingError(`${name} must be an http or https URL, not "${text}"`);
			if (url.href === `${url.origin}/`) return text;
			throw new SettingError(
				`${name} must be a scheme and a host alone, such as ${url.origin}, not "${text}": pages and signed URLs are at the root of a host, so give the service a host name of its own`,
			);
		},
	};
}
