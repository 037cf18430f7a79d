import {
	choiceSetting,
	integerSetting,
	integersSetting,
	optionalSetting,
	textSetting,
} from "../platform/settings.ts";
import { watermarkPlaces } from "./preparation/watermark-settings.ts";
import { defaultStyle } from "./style/style.ts";

export const imageSettings = {
	deliveryAddressDays: integerSetting(
		"PACKSHOT_DELIVERY_ADDRESS_DAYS",
		90,
		{ min: 0, max: 100_000 },
		"Days that the address of a delivery is kept; 0: for ever. Client, picture and time are always kept",
	),
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
	thumbnailCacheBytes: integerSetting(
		"PACKSHOT_THUMBNAIL_CACHE_BYTES",
		16 * 1024 * 1024,
		{ min: 0, max: 2 ** 40 },
		"Memory for thumbnails that the pages showed lately",
	),
	sizesPx: integersSetting(
		"PACKSHOT_IMAGE_SIZES",
		[500, 1000],
		{ min: 100, max: 10_000, most: 8 },
		"Sizes that pictures are prepared in besides the full one: pixels of the longer edge, separated by commas",
	),
	uploadOffsetMinutes: integerSetting(
		"PACKSHOT_UPLOAD_OFFSET_MINUTES",
		-240,
		{ min: -14 * 60, max: 14 * 60 },
		"Offset from UTC in which upload_date is written",
	),
	watermarkText: optionalSetting(
		textSetting("PACKSHOT_WATERMARK_TEXT", defaultStyle.mark.text, "Text of the visible watermark"),
	),
	watermarkLogo: textSetting(
		"PACKSHOT_WATERMARK_LOGO",
		undefined,
		"PNG or SVG file that is drawn instead of the text",
	),
	watermarkPlace: optionalSetting(
		choiceSetting(
			"PACKSHOT_WATERMARK_PLACE",
			watermarkPlaces,
			defaultStyle.place,
			"Where the visible watermark is drawn; invisible: nowhere, but on pictures that cannot carry invisible marks",
		),
	),
	watermarkWidthPercent: optionalSetting(
		integerSetting(
			"PACKSHOT_WATERMARK_WIDTH_PERCENT",
			defaultStyle.widthPercent,
			{ min: 1, max: 100 },
			"Width of one mark as a share of the picture's width",
		),
	),
	watermarkOpacityPercent: optionalSetting(
		integerSetting(
			"PACKSHOT_WATERMARK_OPACITY_PERCENT",
			defaultStyle.opacityPercent,
			{ min: 1, max: 100 },
			"How strongly the visible watermark is drawn",
		),
	),
};
