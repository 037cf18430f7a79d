import { hasRightCheckDigit } from "@packshot/tables/barcode-cell";
import { readGs1 } from "@packshot/tables/gs1";
import { badRequest } from "../platform/http/http-error.ts";
import { productAddress } from "./cards.ts";

/** GS1 Digital Links of trade items, answered as the GS1-Conformant Resolver Standard 1.2 says (ref.gs1.org/standards/resolver). */

const VOCABULARY = "https://ref.gs1.org/voc/";
const CONTEXT = "https://ref.gs1.org/standards/resolver/linkset-context";
export const LINKSET_TYPE = "application/linkset+json";

/** Any page may ask (CORS), and read where the links are. */
export const RESOLVER_HEADERS = {
	"access-control-allow-origin": "*",
	"access-control-allow-methods": "GET, HEAD, OPTIONS",
	"access-control-expose-headers": "Link, Location",
};

export interface DigitalLink {
	/** 14 digits. */
	readonly gtin: string;
	/** Without `?`, as it came: it is passed on. */
	readonly query: string;
	readonly asks: "default" | "linkset" | "unknown link type";
}

/** @throws HttpError 400 for a path that is no GS1 Digital Link URI of a trade item. */
export function readDigitalLink(url: string, accept: string | undefined): DigitalLink {
	const [path = "", query = ""] = url.split("?");
	const elements = readGs1(`https://link${path}?${query}`);
	const gtin = typeof elements === "object" ? elements.get("01") : undefined;
	if (gtin === undefined || !hasRightCheckDigit(gtin))
		throw badRequest(
			"This is no GS1 Digital Link of a product: 8, 12, 13 or 14 digits with a right check digit follow /01/.",
		);
	// A copy: a part of an address would keep all of it in memory, for as long as the answer is kept.
	const own = Buffer.from(gtin).toString();
	return { gtin: own, query, asks: askedOf(new URLSearchParams(query).get("linkType"), accept) };
}

/** The links of a product are its page, which is the default too. */
function askedOf(linkType: string | null, accept = ""): DigitalLink["asks"] {
	const named = linkType?.replace(/^https:\/\/(ref\.)?gs1\.org\/voc\//, "gs1:");
	// `all` is what earlier versions of the standard called it.
	if (named === "linkset" || named === "all") return "linkset";
	if (named === undefined) return accept.includes(LINKSET_TYPE) ? "linkset" : "default";
	return ["gs1:pip", "gs1:defaultLink"].includes(named) ? "default" : "unknown link type";
}

function anchorOf(base: string, gtin: string): string {
	return `${base}/01/${gtin}`;
}

/** The header that leads from a redirect to all links. */
export function linksetHeader(base: string, gtin: string): string {
	return `<${anchorOf(base, gtin)}?linkType=linkset>; rel="linkset"; type="${LINKSET_TYPE}"`;
}

/** The header that makes JSON-LD of a linkset. */
export const CONTEXT_HEADER = `<${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;

/** All links of a product (RFC 9264). */
export function linkset(base: string, gtin: string, barcode: string, title: string): object {
	const page = { href: `${base}${productAddress(barcode)}`, title };
	return {
		linkset: [
			{
				anchor: anchorOf(base, gtin),
				itemDescription: title,
				[`${VOCABULARY}defaultLink`]: [page],
				[`${VOCABULARY}pip`]: [{ ...page, type: "text/html", hreflang: ["en"] }],
			},
		],
	};
}

/** The file that says what this resolver can do. */
export function resolverDescription(base: string, name: string): object {
	return {
		name,
		resolverRoot: base,
		supportedPrimaryKeys: ["01"],
		supportedLinkType: [{ namespace: VOCABULARY, prefix: "gs1:" }],
		linkTypeDefaultCanBeLinkset: false,
		jsonLdContextLocation: CONTEXT,
		contact: { fn: name },
	};
}
