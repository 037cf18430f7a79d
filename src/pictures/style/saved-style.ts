import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { findRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { SettingError } from "../../platform/settings.ts";
import type { WatermarkPlace, WatermarkSettings } from "../preparation/watermark-settings.ts";
import { drawable } from "./drawable.ts";
import { drawnStyle, type StyleSettings, styleInEffect, type WatermarkStyle } from "./style.ts";

/** The style that an administrator saved: one row, or none. Either `text` or `logo` is set. Settings in the environment take precedence (ADR-0038). */
export interface WatermarkStyleTable {
	style_id: string;
	/** Incremented on each save. */
	revision: number;
	text: string | null;
	/** The bytes of a PNG file; one that an earlier version saved may be SVG. */
	logo: Uint8Array | null;
	logo_name: string | null;
	place: string;
	width_percent: number;
	opacity_percent: number;
	/** The account that saved it. */
	saved_by: string | null;
	saved_at: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		watermark_style: WatermarkStyleTable;
	}
}

/** Key of the only row. */
const CURRENT = "current";

export interface SavedStyle {
	readonly revision: number;
	readonly style: WatermarkStyle;
	readonly savedBy: string | null;
	readonly savedAtMs: number;
}

/** The style saved last; `undefined` if none ever was. */
export async function readSavedStyle(tx: Tx): Promise<SavedStyle | undefined> {
	const row = await findRow(tx, "watermark_style", { style_id: CURRENT });
	return row && savedStyleOf(row);
}

function savedStyleOf(row: Selectable<WatermarkStyleTable>): SavedStyle {
	const { text, logo, logo_name: name } = row;
	return {
		revision: row.revision,
		style: {
			mark: logo === null ? { text: text ?? "" } : { logo, name: name ?? "" },
			place: row.place as WatermarkPlace,
			widthPercent: row.width_percent,
			opacityPercent: row.opacity_percent,
		},
		savedBy: row.saved_by,
		savedAtMs: row.saved_at,
	};
}

/** A style to save, replacing the given `revision`; 0 if none was saved. */
export interface StyleSaving {
	readonly revision: number;
	readonly style: WatermarkStyle;
	readonly savedBy: string | null;
	readonly nowMs: number;
}

/** Saves a style. @returns whether the revision to be replaced was still the current one; otherwise nothing is changed. */
export async function saveStyle(tx: Tx, { revision, style, savedBy, nowMs }: StyleSaving): Promise<boolean> {
	const { mark, place, widthPercent, opacityPercent } = style;
	const values = {
		revision: revision + 1,
		text: "text" in mark ? mark.text : null,
		logo: "text" in mark ? null : mark.logo,
		logo_name: "text" in mark ? null : mark.name,
		place,
		width_percent: widthPercent,
		opacity_percent: opacityPercent,
		saved_by: savedBy,
		saved_at: nowMs,
	};
	if (revision > 0) return (await updateRows(tx, "watermark_style", { revision }, values)) > 0;
	const first = tx.insertInto("watermark_style").values({ style_id: CURRENT, ...values });
	const { numInsertedOrUpdatedRows = 0n } = await first
		.onConflict((on) => on.column("style_id").doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** The watermark for pictures prepared now. @throws SettingError for a logo of the settings that cannot be read or drawn, Error for a saved one. */
export async function readWatermark(
	db: Pick<Database, "read">,
	settings: StyleSettings,
): Promise<WatermarkSettings> {
	const chosen = drawnStyle(styleInEffect(settings, (await readSavedStyle(db.read))?.style));
	const watermark = await drawable(chosen);
	if (!("refused" in watermark)) return watermark;
	if (settings.watermarkLogo !== undefined)
		throw new SettingError(`PACKSHOT_WATERMARK_LOGO: ${watermark.refused}`);
	throw new Error(`the saved watermark: ${watermark.refused}; choose another logo on the page Watermark`);
}
