import { choiceSetting, integerSetting, storable } from "../platform/settings.ts";

export const storefrontSettings = {
	storefront: storable(
		choiceSetting(
			"PACKSHOT_STOREFRONT",
			["off", "on"] as const,
			"off",
			"`on` shows the catalogue to everybody: names, brands, what exists, previews of 320 pixels and prices, but no other values; the page *Storefront* says which products",
		),
		{ label: "Public pages", hint: "Whether everybody sees the catalogue, or the sign-in page alone." },
	),
	requestsPerMinute: integerSetting(
		"PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE",
		300,
		{ min: 10, max: 10_000_000 },
		"Requests per minute for public pages and previews from one IP address",
	),
};
