import type { UseFormReturnType } from "@mantine/form";
import type { RouteAnswer, RouteBody } from "../../../../src/routes.ts";
import type { WatermarkStyle } from "../../api/routes.ts";
import { parseAmount } from "../../format/amounts.ts";
import { type RightsFields, fieldsOf as rightsFields, textsOf } from "../admin/rights/rights-form.ts";

export type SetupStart = RouteAnswer<"POST /setup/link">;
type SetupDocument = RouteBody<"POST /setup">["setup"];

/** The first page as form values; what is left empty is not sent, and can be done later. */
export interface SetupFields {
	readonly email: string;
	readonly password: string;
	readonly name: string;
	readonly currency: string;
	readonly creditPrice: string;
	readonly storefrontName: string;
	readonly contact: string;
	/** By action. */
	readonly prices: Readonly<Record<string, string>>;
	readonly markText: string;
	readonly place: WatermarkStyle["place"];
	readonly width: number;
	readonly opacity: number;
	readonly rights: RightsFields;
}

export type SetupFormState = UseFormReturnType<SetupFields>;

/** Prices as they are today, and a small mark in the corner. */
export function firstFields(start: SetupStart): SetupFields {
	return {
		email: "",
		password: "",
		name: "",
		currency: "",
		creditPrice: "",
		storefrontName: "",
		contact: "",
		// A dot in a name would be read as a path by the form.
		prices: Object.fromEntries(start.prices.map(({ action, price }) => [fieldOf(action), String(price)])),
		markText: "PACKSHOT",
		place: "bottom-right",
		width: 20,
		opacity: 50,
		rights: rightsFields({}),
	};
}

/** The name of an action's field. */
export function fieldOf(action: string): string {
	return action.replaceAll(".", "_");
}

/** What is wrong with the price of an action; null if nothing is. */
export function priceProblem(text: string): string | null {
	return parseAmount(text) === undefined ? "Enter an amount from 0, with at most four decimals." : null;
}

/** What is sent: prices that differ from today's alone, and texts that are not empty. */
export function setupDocument(fields: SetupFields, start: SetupStart): SetupDocument {
	const prices = start.prices.flatMap(({ action, price }) => {
		const given = parseAmount(fields.prices[fieldOf(action)] ?? "");
		return given === undefined || given === price ? [] : [[action, given]];
	});
	const rights = Object.entries(textsOf(fields.rights)).filter(([, text]) => text !== null);
	const price = parseAmount(fields.creditPrice);
	const storefront = Object.entries({ name: fields.storefrontName.trim(), contact: fields.contact.trim() });
	const given = storefront.filter(([, text]) => text !== "");
	return {
		administrator: {
			email: fields.email.trim(),
			password: fields.password,
			...(fields.name.trim() === "" ? {} : { name: fields.name.trim() }),
		},
		...(price && fields.currency ? { credit: { price, currency: fields.currency } } : {}),
		...(prices.length > 0 ? { prices: Object.fromEntries(prices) } : {}),
		...(fields.markText.trim() === ""
			? {}
			: {
					watermark: {
						text: fields.markText.trim(),
						place: fields.place,
						width_percent: fields.width,
						opacity_percent: fields.opacity,
					},
				}),
		...(given.length > 0 ? { storefront: Object.fromEntries(given) } : {}),
		...(rights.length > 0 ? { rights: Object.fromEntries(rights) } : {}),
	};
}

const DRAFT = "packshot-setup";

/** What was entered before the page was loaded again in this tab, but for the password. */
export function draft(): Partial<SetupFields> {
	return JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
}

export function keepDraft(fields: SetupFields): void {
	sessionStorage.setItem(DRAFT, JSON.stringify({ ...fields, password: "" }));
}

export function forgetDraft(): void {
	sessionStorage.removeItem(DRAFT);
}
