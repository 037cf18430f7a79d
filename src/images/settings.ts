import { integerSetting, textSetting } from "../platform/settings.ts";

export const imageSettings = {
	publicUrl: textSetting(
		"PACKSHOT_PUBLIC_URL",
		undefined,
		"Base of signed URLs, such as https://images.example.com; taken from the request when unset",
	),
	urlTtlSeconds: integerSetting(
		"PACKSHOT_URL_SECONDS",
		900,
		{ min: 1, max: 7 * 86_400 },
		"Lifetime of a signed image URL, where a client has none of its own",
	),
	cacheBytes: integerSetting(
		"PACKSHOT_IMAGE_CACHE_BYTES",
		128 * 1024 * 1024,
		{ min: 0, max: 2 ** 40 },
		"Memory for prepared pictures that were delivered lately",
	),
	uploadOffsetMinutes: integerSetting(
		"PACKSHOT_UPLOAD_OFFSET_MINUTES",
		-240,
		{ min: -14 * 60, max: 14 * 60 },
		"Offset from UTC in which upload_date is written",
	),
};
