import { RIGHTS_NAMES, type RightsTexts } from "./texts.ts";
import { PACKET_BYTES, unpaddedPacket } from "./xmp-packet.ts";

const LONGEST_GTIN = "0".repeat(14);

/** Everything outside `Char` of XML 1.0; lone surrogates are matched as well. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Bytes that texts exceed a packet by when it also holds a 14-digit GTIN; negative if there is room left. */
export function excessBytes(texts: RightsTexts): number {
	return Buffer.byteLength(unpaddedPacket(texts, LONGEST_GTIN)) - PACKET_BYTES;
}

/** Why texts are refused, as a sentence without its full stop; `undefined` if they are not (SPEC E11). */
export function rightsProblem(texts: RightsTexts): string | undefined {
	for (const name of RIGHTS_NAMES) {
		const code = FORBIDDEN.exec(texts[name] ?? "")?.[0].codePointAt(0);
		if (code !== undefined)
			return `the ${name.replaceAll("_", " ")} cannot hold U+${hex(code)}, which XML 1.0 forbids`;
	}
	const excess = excessBytes(texts);
	return excess > 0
		? `the texts are too long by ${excess} ${excess === 1 ? "byte" : "bytes"}, in UTF-8 after XML escaping`
		: undefined;
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0");
