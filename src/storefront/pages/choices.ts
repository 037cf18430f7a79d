import { requirePlain } from "../../pages/errors.ts";
import { contactLink, isMailAddress, type SettingsOfPortal } from "../../people/portal-settings.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import type { BodyOf } from "../../platform/http/route.ts";
import type { StorefrontChoices, StorefrontFilter } from "../choices.ts";
import type { storefrontRoutes } from "./contract.ts";

/** What the public pages take from the settings. */
export function storefrontChoices(settings: SettingsOfPortal, localSignIn: "off" | "on"): StorefrontChoices {
	const { creditPrice: amount, currency, showsCreditPrice } = settings;
	const isPriced = showsCreditPrice && amount !== null && currency !== null;
	return {
		name: settings.storefrontName,
		contact: contactLink(settings),
		termsUrl: settings.termsUrl ?? undefined,
		isIndexed: settings.searchEngines,
		showsKosher: settings.showsKosher,
		showsFacts: settings.showsFacts,
		creditPrice: isPriced ? { amount, currency } : undefined,
		isSignUpOpen: settings.signUpOpen && localSignIn === "on",
		filter: storefrontFilter(settings),
	};
}

export function storefrontFilter(settings: SettingsOfPortal): StorefrontFilter {
	const { publicBrands: brands, publicDepartments: departments, publicBarcodes: barcodePrefixes } = settings;
	return { brands, departments, barcodePrefixes };
}

/** @param at where the fields are, such as `storefront.` @throws HttpError 400 that names the field */
export function storefrontSettingsOf(
	body: BodyOf<(typeof storefrontRoutes)["PATCH /admin/storefront"]>,
	at = "",
) {
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
		storefrontName,
		contact,
		termsUrl,
		searchEngines: body.search_engines,
		showsKosher: body.kosher_status,
		showsFacts: body.kosher_facts,
		showsCreditPrice: body.credit_price,
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

function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
