import { pageFailure } from "../../../api/failure.ts";
import type { GivenStyle, WatermarkStyle } from "../../../api/routes.ts";

/** A chosen logo: its bytes as Base64. */
export interface ChosenLogo {
	readonly name: string;
	readonly base64: string;
}

export interface StyleFields {
	readonly kind: "text" | "logo";
	readonly text: string;
	/** Null: the saved one, if there is one. */
	readonly logo: ChosenLogo | null;
	readonly place: WatermarkStyle["place"];
	readonly width: number;
	readonly opacity: number;
}

/** Maximum size of a logo in bytes, the same as in `src/pictures/pages/watermark/contract.ts`. */
const LOGO_BYTES = 512 * 1024;

export function fieldsOf({ mark, place, width_percent, opacity_percent }: WatermarkStyle): StyleFields {
	return {
		kind: mark.kind,
		text: mark.kind === "text" ? mark.text : "",
		logo: null,
		place,
		width: width_percent,
		opacity: opacity_percent,
	};
}

/** The style to send; the mark is omitted if it is the current one. `undefined` until there is something to draw. */
export function givenStyle(fields: StyleFields, today: WatermarkStyle): GivenStyle | undefined {
	const { kind, text, logo, place, width, opacity } = fields;
	const style = { place, width_percent: width, opacity_percent: opacity };
	if (kind === "logo") {
		if (logo) return { ...style, mark: { logo: logo.base64, name: logo.name } };
		return today.mark.kind === "logo" ? style : undefined;
	}
	if (text.trim() === "") return undefined;
	const isToday = today.mark.kind === "text" && today.mark.text === text.trim();
	return isToday ? style : { ...style, mark: { text: text.trim() } };
}

/** The note on a part that the environment determines. */
export function decidedWords(setting: string | null): string | undefined {
	return setting === null ? undefined : `Set by ${setting} in the server's environment.`;
}

/** Identifies a style without the bytes of its logo. */
export function styleKey(fields: StyleFields, revision: number): string {
	const { logo, ...others } = fields;
	return JSON.stringify([revision, others, logo && [logo.name, logo.base64.length, logo.base64.slice(-64)]]);
}

/** @throws Failure for a file that cannot be the logo. */
export async function chosenLogo(file: File): Promise<ChosenLogo> {
	if (!/\.(png|svg)$/i.test(file.name)) throw pageFailure("Choose a PNG or SVG file.");
	if (file.size > LOGO_BYTES) throw pageFailure("A logo can be at most 512 KB.");
	const bytes = new Uint8Array(await file.arrayBuffer());
	const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	return { name: file.name, base64: btoa(text) };
}
