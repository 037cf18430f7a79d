import { choiceSetting, integerSetting } from "../platform/settings.ts";

export const storefrontSettings = {
	storefront: choiceSetting(
		"PACKSHOT_STOREFRONT",
		["off", "on"],
		"off",
		"`on` shows the catalogue to everybody: names, brands, what exists, previews of 320 pixels and prices, but no other values; the page *Storefront* says which products",
	),
	requestsPerMinute: integerSetting(
		"PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE",
		300,
		{ min: 10, max: 10_000_000 },
		"Requests per minute for public pages and previews from one IP address",
	),
};
