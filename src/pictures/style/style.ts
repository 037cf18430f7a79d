import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { SettingError } from "../../platform/settings.ts";
import {
	type ChosenWatermark,
	defaultWatermark,
	type WatermarkPlace,
} from "../preparation/watermark-settings.ts";

/** What is drawn: a line of text, or a PNG or SVG logo with the name of its file. */
export type StyleMark = { readonly text: string } | { readonly logo: Uint8Array; readonly name: string };

/** The style of the watermark, in the terms in which users choose it. */
export interface WatermarkStyle {
	readonly mark: StyleMark;
	readonly place: WatermarkPlace;
	/** Width of one mark in percent of the picture's width. */
	readonly widthPercent: number;
	readonly opacityPercent: number;
}

/** Applies where neither a setting nor an administrator specifies otherwise. */
export const defaultStyle = {
	mark: defaultWatermark.mark,
	place: defaultWatermark.place,
	widthPercent: Math.round(100 * defaultWatermark.widthShare),
	opacityPercent: Math.round(100 * defaultWatermark.opacity),
} satisfies WatermarkStyle;

/** The style settings of the environment (settings.ts); `undefined` for what is not set. */
export interface StyleSettings {
	readonly watermarkText: string | undefined;
	/** Path of a PNG or SVG file. */
	readonly watermarkLogo: string | undefined;
	readonly watermarkPlace: WatermarkPlace | undefined;
	readonly watermarkWidthPercent: number | undefined;
	readonly watermarkOpacityPercent: number | undefined;
}

/** The effective style, part by part: the environment, else what was saved, else the default. @throws SettingError for an unreadable logo. */
export function styleInEffect(settings: StyleSettings, saved: WatermarkStyle | undefined): WatermarkStyle {
	const otherwise: WatermarkStyle = saved ?? defaultStyle;
	return {
		mark: markOf(settings) ?? otherwise.mark,
		place: settings.watermarkPlace ?? otherwise.place,
		widthPercent: settings.watermarkWidthPercent ?? otherwise.widthPercent,
		opacityPercent: settings.watermarkOpacityPercent ?? otherwise.opacityPercent,
	};
}

function markOf({ watermarkText, watermarkLogo }: StyleSettings): StyleMark | undefined {
	if (watermarkLogo !== undefined) return { logo: readLogo(watermarkLogo), name: basename(watermarkLogo) };
	return watermarkText === undefined ? undefined : { text: watermarkText };
}

function readLogo(file: string): Uint8Array {
	try {
		return readFileSync(file);
	} catch (fault) {
		throw new SettingError(`PACKSHOT_WATERMARK_LOGO: ${(fault as Error).message}`);
	}
}

/** The setting that determines each part of the style, if one is set. */
export function decidingSettings(
	settings: StyleSettings,
): Readonly<Record<keyof WatermarkStyle, string | null>> {
	const textSetting = settings.watermarkText === undefined ? null : "PACKSHOT_WATERMARK_TEXT";
	const isSet = (value: unknown, name: string) => (value === undefined ? null : name);
	return {
		mark: settings.watermarkLogo === undefined ? textSetting : "PACKSHOT_WATERMARK_LOGO",
		place: isSet(settings.watermarkPlace, "PACKSHOT_WATERMARK_PLACE"),
		widthPercent: isSet(settings.watermarkWidthPercent, "PACKSHOT_WATERMARK_WIDTH_PERCENT"),
		opacityPercent: isSet(settings.watermarkOpacityPercent, "PACKSHOT_WATERMARK_OPACITY_PERCENT"),
	};
}

/** The style in the form used for preparing pictures; drawable.ts makes it drawable. */
export function drawnStyle({ mark, place, widthPercent, opacityPercent }: WatermarkStyle): ChosenWatermark {
	return {
		mark: "text" in mark ? { text: mark.text } : { logo: mark.logo },
		place,
		widthShare: widthPercent / 100,
		opacity: opacityPercent / 100,
	};
}
