import type { RightsTexts } from "./texts.ts";

/** Length of every packet; padding makes up for texts that are shorter (part 1 of the XMP specification, section 7.3.2). */
export const PACKET_BYTES = 2048;

const PLUS_TERMS = "http://ns.useplus.org/ldf/vocab/";

const NAMESPACES = {
	dc: "http://purl.org/dc/elements/1.1/",
	photoshop: "http://ns.adobe.com/photoshop/1.0/",
	xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
	plus: "http://ns.useplus.org/ldf/xmp/1.0/",
	Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
};

const OPENING = [
	'<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
	'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
	...Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`),
	">",
].join("");
const CLOSING = "</rdf:Description></rdf:RDF></x:xmpmeta>";
const END = '<?xpacket end="w"?>';

/** Padding has line breaks, for those who look at files in an editor. */
const PADDING_LINE = `${" ".repeat(99)}\n`;

/**
 * The XMP packet of a picture in UTF-8, exactly `PACKET_BYTES` long (SPEC E11).
 * @param gtin 8, 12, 13 or 14 digits. @throws RangeError for texts that do not fit (texts.ts refuses them).
 */
export function xmpPacket(texts: RightsTexts, gtin: string | undefined): Buffer {
	const start = Buffer.from(described(texts, gtin));
	const paddingBytes = PACKET_BYTES - start.length - END.length;
	if (paddingBytes < 0) throw new RangeError("the texts do not fit into a packet");
	const padding = PADDING_LINE.repeat(Math.ceil(paddingBytes / PADDING_LINE.length)).slice(0, paddingBytes);
	return Buffer.concat([start, Buffer.from(padding + END)]);
}

/** The same without padding, of any length. */
export function unpaddedPacket(texts: RightsTexts, gtin: string | undefined): string {
	return described(texts, gtin) + END;
}

/** The GTIN comes first, so that its place does not depend on the texts. */
function described(texts: RightsTexts, gtin: string | undefined): string {
	const { licensor_name, licensor_url, data_mining } = texts;
	const licensor = [
		element("plus:LicensorName", escaped(licensor_name)),
		element("plus:LicensorURL", escaped(licensor_url)),
	];
	return [
		OPENING,
		element("Iptc4xmpExt:ProductInImage", list("Bag", structure(element("Iptc4xmpExt:ProductGTIN", gtin)))),
		element("dc:creator", list("Seq", item(escaped(texts.creator)))),
		element("photoshop:Credit", escaped(texts.credit_line)),
		element("dc:rights", list("Alt", itemInAnyLanguage(escaped(texts.copyright_notice)))),
		element("xmpRights:UsageTerms", list("Alt", itemInAnyLanguage(escaped(texts.usage_terms)))),
		element("xmpRights:WebStatement", escaped(texts.web_statement)),
		element("plus:Licensor", list("Seq", structure(licensor.join("")))),
		element("plus:DataMining", data_mining === null ? "" : PLUS_TERMS + data_mining),
		CLOSING,
	].join("");
}

type Content = string | null | undefined;

/** An element around XML; none around nothing. */
function element(name: string, content: Content): string {
	return content ? `<${name}>${content}</${name}>` : "";
}

const list = (kind: "Alt" | "Bag" | "Seq", items: string) => element(`rdf:${kind}`, items);

const item = (content: Content) => element("rdf:li", content);

const itemInAnyLanguage = (content: Content) =>
	content ? `<rdf:li xml:lang="x-default">${content}</rdf:li>` : "";

const structure = (members: Content) =>
	members ? `<rdf:li rdf:parseType="Resource">${members}</rdf:li>` : "";

const ENTITIES: ReadonlyMap<string, string> = new Map([
	["&", "&amp;"],
	["<", "&lt;"],
	[">", "&gt;"],
	["\r", "&#xD;"],
]);

/** A carriage return would be read as a line feed. */
function escaped(text: string | null): string {
	return (text ?? "").replace(/[&<>\r]/g, (character) => ENTITIES.get(character) ?? "");
}
