import { badRequest } from "../../platform/http/http-error.ts";
import type { StorefrontChoices, StorefrontFilter } from "../../storefront/choices.ts";
import type { RouteBody } from "../contract.ts";
import { requirePlain } from "../errors.ts";
import type { SettingsOfPortal } from "../portal-settings.ts";

/** What the public pages take from the settings. */
export function storefrontChoices(settings: SettingsOfPortal, localSignIn: "off" | "on"): StorefrontChoices {
	return {
		name: settings.storefrontName,
		contact: contactLink(settings),
		termsUrl: settings.termsUrl ?? undefined,
		isIndexed: settings.searchEngines,
		isSignUpOpen: settings.signUpOpen && localSignIn === "on",
		filter: storefrontFilter(settings),
	};
}

export function storefrontFilter(settings: SettingsOfPortal): StorefrontFilter {
	const { publicBrands: brands, publicDepartments: departments, publicBarcodes: barcodePrefixes } = settings;
	return { brands, departments, barcodePrefixes };
}

/** @returns the target of a link to the operator. */
export function contactLink({ contact }: Pick<SettingsOfPortal, "contact">): string | undefined {
	if (contact === null) return undefined;
	// Encoded, so that no % in it stands for a line break or a header of the mail (RFC 6068).
	return isMailAddress(contact) ? `mailto:${encodeURI(contact)}` : contact;
}

/** @param at where the fields are, such as `storefront.` @throws HttpError 400 that names the field */
export function storefrontSettingsOf(body: RouteBody<"PATCH /admin/storefront">, at = "") {
	const { name, contact, terms_url: termsUrl } = body;
	const storefrontName = name === undefined ? undefined : requirePlain(`${at}name`, name.trim());
	if (storefrontName === "") throw badRequest(`${at}name: at least one character.`);
	requirePlain(`${at}contact`, contact ?? "");
	requirePlain(`${at}terms_url`, termsUrl ?? "");
	if (typeof contact === "string" && !isMailAddress(contact) && !isWebAddress(contact))
		throw badRequest(`${at}contact: a mail address, or a URL that begins with https:// or http://.`);
	if (typeof termsUrl === "string" && !isWebAddress(termsUrl))
		throw badRequest(`${at}terms_url: a URL that begins with https:// or http://.`);
	return {
		...{ storefrontName, contact, termsUrl, searchEngines: body.search_engines },
		publicBrands: listOf(`${at}brands`, body.brands),
		publicDepartments: listOf(`${at}departments`, body.departments),
		publicBarcodes: listOf(`${at}barcodes`, body.barcodes),
	};
}

/** Trimmed and without duplicates. */
function listOf(name: string, texts: readonly string[] | undefined): string[] | undefined {
	const trimmed = texts?.map((text) => requirePlain(name, text.trim())).filter((text) => text !== "");
	return trimmed && [...new Set(trimmed)];
}

function isMailAddress(text: string): boolean {
	return /^[^\s@:/?&]+@[^\s@:/?&]+$/.test(text);
}

function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
