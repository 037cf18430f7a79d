/** The characters of the bytes from 0x80 on. */
const CP437 =
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const CP850 =
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
/** The letters in place of those of CP437. */
const HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒ";

/** Encodings of DOS that the Encoding Standard leaves out, so that no TextDecoder has them. */
const TABLES: ReadonlyMap<string, string> = new Map([
	["cp437", CP437],
	["cp850", CP850],
	["cp862", HEBREW + CP437.slice(HEBREW.length)],
]);

/** An encoding of DOS by any of its names: `cp862` for `IBM862`, `dos-862` or `862`; undefined for any other. */
export function dosEncoding(name: string): string | undefined {
	const [, number] = /^(?:cp|ibm|dos|oem)?[-_ ]?(\d{3})$/i.exec(name.trim()) ?? [];
	return TABLES.has(`cp${number}`) ? `cp${number}` : undefined;
}

/** A function that decodes bytes, each of which is a character; undefined for what is no encoding of DOS. */
export function dosDecoder(name: string): ((bytes: Uint8Array) => string) | undefined {
	const table = TABLES.get(name);
	if (table === undefined) return undefined;
	const characters = Array.from({ length: 256 }, (_, byte) =>
		byte < 0x80 ? String.fromCharCode(byte) : (table[byte - 0x80] ?? ""),
	);
	return (bytes) => Array.from(bytes, (byte) => characters[byte] ?? "").join("");
}
