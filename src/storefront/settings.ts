import {
	choiceSetting,
	integerSetting,
	type Setting,
	SettingError,
	textSetting,
} from "../platform/settings.ts";

export const storefrontSettings = {
	storefront: choiceSetting(
		"PACKSHOT_STOREFRONT",
		["off", "on"],
		"off",
		"`on` shows the catalogue to everybody: names, brands, what exists, previews of 320 pixels and prices, but no other values",
	),
	name: textSetting("PACKSHOT_STOREFRONT_NAME", "Packshot", "Name of the catalogue on its public pages"),
	indexing: choiceSetting(
		"PACKSHOT_STOREFRONT_INDEXING",
		["on", "off"],
		"on",
		"Whether search engines may list the public pages; `off` tells them not to",
	),
	contact: contactSetting(),
	termsUrl: addressSetting("PACKSHOT_STOREFRONT_TERMS_URL", "URL of your terms, linked on every public page"),
	brands: listSetting(
		"PACKSHOT_STOREFRONT_BRANDS",
		"Brands of the products that are public, separated by semicolons; without it, of any brand",
	),
	departments: listSetting(
		"PACKSHOT_STOREFRONT_DEPARTMENTS",
		"Departments of the products that are public, separated by semicolons; without it, of any department",
	),
	barcodePrefixes: prefixesSetting(),
	requestsPerMinute: integerSetting(
		"PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE",
		300,
		{ min: 10, max: 10_000_000 },
		"Requests per minute for public pages and previews from one IP address",
	),
};

function listSetting(name: string, meaning: string): Setting<readonly string[]> {
	const parts = (text = "") => text.split(";").map((one) => one.trim());
	return { name, meaning, defaultText: "any", parse: (text) => parts(text).filter((one) => one !== "") };
}

function prefixesSetting(): Setting<readonly string[]> {
	const list = listSetting(
		"PACKSHOT_STOREFRONT_BARCODES",
		"Barcodes of the products that are public, or their beginnings, separated by semicolons; without it, any",
	);
	return {
		...list,
		parse(text) {
			const prefixes = list.parse(text);
			const wrong = prefixes.find((prefix) => !/^\d{1,14}$/.test(prefix));
			if (wrong === undefined) return prefixes;
			throw new SettingError(`${list.name} must be 1 to 14 digits each, not "${wrong}"`);
		},
	};
}

function addressSetting(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text || isWebAddress(text)) return text || undefined;
			throw new SettingError(`${name} must be a URL that begins with https:// or http://, not "${text}"`);
		},
	};
}

/** @returns the target of the link to the operator. */
function contactSetting(): Setting<string | undefined> {
	const name = "PACKSHOT_STOREFRONT_CONTACT";
	return {
		name,
		meaning:
			"Whom people ask for an account or for help, on public pages and where they sign in: a mail address, or the URL of a page",
		defaultText: "none",
		parse(text) {
			if (!text || isWebAddress(text)) return text || undefined;
			if (/^[^\s@:/?&]+@[^\s@:/?&]+$/.test(text)) return `mailto:${text}`;
			throw new SettingError(`${name} must be a mail address or a URL, not "${text}"`);
		},
	};
}

function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
