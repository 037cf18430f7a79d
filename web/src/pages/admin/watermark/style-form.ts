import type { GivenStyle, WatermarkStyle } from "../../../api/watermark.ts";

/** A logo that was chosen: its bytes as Base64. */
export interface ChosenLogo {
	readonly name: string;
	readonly base64: string;
}

/** The style as the form holds it. */
export interface StyleFields {
	readonly kind: "text" | "logo";
	readonly text: string;
	/** Null: the one that is saved, if there is one. */
	readonly logo: ChosenLogo | null;
	readonly place: WatermarkStyle["place"];
	readonly width: number;
	readonly opacity: number;
}

/** Most bytes of a logo; `src/portal/contract/watermark.ts` says the same to the service. */
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

/** The style to send; the mark is left out where it is the one in effect. `undefined` while nothing says what is to be drawn. */
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

/** What is said of a part that the environment decides. */
export function decidedWords(setting: string | null): string | undefined {
	return setting === null ? undefined : `Set by ${setting} in the environment of the server.`;
}

/** Tells one style from another without the bytes of its logo. */
export function styleKey(fields: StyleFields, revision: number): string {
	const { logo, ...others } = fields;
	return JSON.stringify([revision, others, logo && [logo.name, logo.base64.length, logo.base64.slice(-64)]]);
}

/** @throws Error in words for a file that cannot be the logo. */
export async function chosenLogo(file: File): Promise<ChosenLogo> {
	if (!/\.(png|svg)$/i.test(file.name)) throw new Error("Choose a PNG or SVG file.");
	if (file.size > LOGO_BYTES) throw new Error("A logo has at most 512 KB.");
	const bytes = new Uint8Array(await file.arrayBuffer());
	const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	return { name: file.name, base64: btoa(text) };
}
