import {
	choiceSetting,
	integerSetting,
	integersSetting,
	optionalSetting,
	storable,
	textSetting,
} from "../platform/settings.ts";
import { DAY_SECONDS } from "../platform/time/durations.ts";
import { originSetting } from "../platform/web-url.ts";
import { watermarkPlaces } from "./preparation/watermark-settings.ts";
import { defaultStyle } from "./style/style.ts";

export const imageSettings = {
	deliveryAddressDays: integerSetting(
		"PACKSHOT_DELIVERY_ADDRESS_DAYS",
		90,
		{ min: 0, max: 100_000 },
		"Days for which the IP address of a delivery is kept; 0 keeps it forever. Client, picture and time are always kept",
	),
	publicUrl: storable(
		originSetting(
			"PACKSHOT_PUBLIC_URL",
			"Base of signed URLs, such as https://images.example.com; if unset, it is taken from the request",
		),
		{
			label: "Address",
			hint: "Where people and programs reach this service, such as https://images.example.com. Links in mail and signed URLs start with it.",
		},
	),
	urlTtlSeconds: integerSetting(
		"PACKSHOT_URL_SECONDS",
		900,
		{ min: 1, max: 7 * DAY_SECONDS },
		"Lifetime of a signed image URL, in seconds, unless the client has its own",
	),
	cacheBytes: integerSetting(
		"PACKSHOT_IMAGE_CACHE_BYTES",
		128 * 1024 * 1024,
		{ min: 0, max: 2 ** 40 },
		"Memory for the cache of recently delivered pictures, in bytes",
	),
	thumbnailCacheBytes: integerSetting(
		"PACKSHOT_THUMBNAIL_CACHE_BYTES",
		16 * 1024 * 1024,
		{ min: 0, max: 2 ** 40 },
		"Memory for the cache of thumbnails recently shown in the web pages, in bytes",
	),
	sizesPx: integersSetting(
		"PACKSHOT_IMAGE_SIZES",
		[500, 1000],
		{ min: 100, max: 10_000, most: 8 },
		"Sizes in which pictures are prepared in addition to full size: pixels of the longer edge, comma-separated; `none` for full size only",
	),
	uploadOffsetMinutes: integerSetting(
		"PACKSHOT_UPLOAD_OFFSET_MINUTES",
		-240,
		{ min: -14 * 60, max: 14 * 60 },
		"UTC offset of upload_date, in minutes",
	),
	watermarkText: optionalSetting(
		textSetting("PACKSHOT_WATERMARK_TEXT", defaultStyle.mark.text, "Text of the visible watermark"),
	),
	watermarkLogo: textSetting(
		"PACKSHOT_WATERMARK_LOGO",
		undefined,
		"PNG or SVG file to draw instead of the text",
	),
	watermarkPlace: optionalSetting(
		choiceSetting(
			"PACKSHOT_WATERMARK_PLACE",
			watermarkPlaces,
			defaultStyle.place,
			"Where the visible watermark is drawn; with `invisible`, only on pictures that cannot carry an invisible mark",
		),
	),
	watermarkWidthPercent: optionalSetting(
		integerSetting(
			"PACKSHOT_WATERMARK_WIDTH_PERCENT",
			defaultStyle.widthPercent,
			{ min: 1, max: 100 },
			"Width of the visible watermark, in percent of the picture's width",
		),
	),
	watermarkOpacityPercent: optionalSetting(
		integerSetting(
			"PACKSHOT_WATERMARK_OPACITY_PERCENT",
			defaultStyle.opacityPercent,
			{ min: 1, max: 100 },
			"Opacity of the visible watermark, in percent",
		),
	),
};
