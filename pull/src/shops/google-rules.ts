import { googleGtin } from "../../../src/orders/shop-files/google-gtin.ts";
import {
	LONGEST_DESCRIPTION,
	LONGEST_TITLE,
	MOST_ADDITIONAL_IMAGES,
} from "../../../src/orders/shop-files/google-merchant.ts";

/** A rule for the cells of a column. */
export interface Rule {
	readonly column: string;
	/** Whether a primary source needs it. */
	readonly isRequired?: boolean;
	/** @param text without spaces around it, never empty */
	readonly problem: (text: string) => string | undefined;
}

/** A cell of a row by its column's name, without spaces around it; empty where there is none. */
export type CellOf = (column: string) => string;

/** A rule for several cells of a row; its problem is one of the first column. */
export interface RowRule {
	readonly columns: readonly string[];
	/** Whether the rule says that the first column must be filled. */
	readonly isNeed?: boolean;
	readonly problem: (of: CellOf) => string | undefined;
}

const fits = (most: number) => (text: string) =>
	text.length > most ? `has ${text.length} characters: at most ${most}` : undefined;
const oneOf =
	(...choices: string[]) =>
	(text: string) =>
		choices.includes(text.toLowerCase().replaceAll(" ", "_"))
			? undefined
			: `is none of ${choices.join(", ")}`;
const yesOrNo = oneOf("yes", "no", "true", "false");

const LONGEST_URL = 2000;

function isUrl(text: string): string | undefined {
	if (/\s/.test(text)) return "has a space in it: write %20";
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return "is no URL";
	return fits(LONGEST_URL)(text);
}

/** JPEG, WebP, PNG, GIF, BMP and TIFF; an address may also say nothing of the format. */
function isPicture(text: string): string | undefined {
	const problem = isUrl(text);
	if (problem) return problem;
	const format = /\.(svgz?|pdf|avif|heic|psd|eps|ai|html?)$/i.exec(new URL(text).pathname)?.[1];
	return format === undefined
		? undefined
		: `is a picture in a format that Google does not take (.${format.toLowerCase()})`;
}

const PRICE = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

function isPrice(text: string): string | undefined {
	const [, amount, currency = ""] = PRICE.exec(text) ?? [];
	if (amount === undefined) return "is no price such as 12.90 USD";
	if (!CURRENCIES.has(currency)) return `has no currency of ISO 4217: "${currency}"`;
	return Number(amount) > 0 ? undefined : "is 0: Google takes no product that costs nothing";
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const isDate = (text: string) =>
	DATE.test(text) && !Number.isNaN(Date.parse(text)) ? undefined : "is no date such as 2027-01-31T13:00-0800";

function isPeriod(text: string): string | undefined {
	const [start = "", end = "", ...more] = text.split("/").map((date) => date.trim());
	if (more.length > 0 || isDate(start) || isDate(end)) return "is no period: two dates with / between them";
	return Date.parse(start) < Date.parse(end) ? undefined : "ends before it begins";
}

function areAdditionalPictures(text: string): string | undefined {
	const urls = text.split(",").map((url) => url.trim());
	if (urls.length > MOST_ADDITIONAL_IMAGES)
		return `has ${urls.length} pictures: at most ${MOST_ADDITIONAL_IMAGES}`;
	const problem = urls.map(isPicture).find((found) => found !== undefined);
	return problem && `has a picture that ${problem}`;
}

function isGtin(text: string): string | undefined {
	const read = googleGtin(text.replace(/[\s-]/g, ""));
	return "problem" in read ? read.problem : undefined;
}

/** The product data specification (support.google.com/merchants/answer/7052112), as far as a file alone can break it. */
export const RULES: readonly Rule[] = [
	{ column: "id", isRequired: true, problem: fits(50) },
	{ column: "title", isRequired: true, problem: fits(LONGEST_TITLE) },
	{ column: "description", isRequired: true, problem: fits(LONGEST_DESCRIPTION) },
	{ column: "link", isRequired: true, problem: isUrl },
	{ column: "image_link", isRequired: true, problem: isPicture },
	{ column: "additional_image_link", problem: areAdditionalPictures },
	{ column: "mobile_link", problem: isUrl },
	{ column: "ads_redirect", problem: isUrl },
	{
		column: "availability",
		isRequired: true,
		problem: oneOf("in_stock", "out_of_stock", "preorder", "backorder"),
	},
	{ column: "availability_date", problem: isDate },
	{ column: "expiration_date", problem: isDate },
	{ column: "price", isRequired: true, problem: isPrice },
	{ column: "sale_price", problem: isPrice },
	{ column: "sale_price_effective_date", problem: isPeriod },
	{ column: "condition", problem: oneOf("new", "refurbished", "used") },
	{ column: "adult", problem: yesOrNo },
	{ column: "is_bundle", problem: yesOrNo },
	{ column: "identifier_exists", problem: yesOrNo },
	{ column: "brand", problem: fits(70) },
	{ column: "mpn", problem: fits(70) },
	{ column: "gtin", problem: isGtin },
	{ column: "product_type", problem: fits(750) },
	{ column: "item_group_id", problem: fits(50) },
	{ column: "color", problem: fits(100) },
	{ column: "pattern", problem: fits(100) },
	{ column: "size", problem: fits(100) },
	{ column: "material", problem: fits(200) },
	{ column: "shipping_label", problem: fits(100) },
	...[0, 1, 2, 3, 4].map((number) => ({ column: `custom_label_${number}`, problem: fits(100) })),
];

const hasNoIdentifier = (of: CellOf) => /^(?:no|false)$/i.test(of("identifier_exists"));

export const ROW_RULES: readonly RowRule[] = [
	{
		columns: ["availability_date", "availability"],
		isNeed: true,
		problem: (of) =>
			of("availability_date") === "" && /^(?:preorder|backorder)$/i.test(of("availability"))
				? `is empty, and ${of("availability").toLowerCase()} needs it`
				: undefined,
	},
	{
		columns: ["brand", "identifier_exists"],
		isNeed: true,
		problem: (of) => (of("brand") === "" && !hasNoIdentifier(of) ? "is empty" : undefined),
	},
	{
		columns: ["identifier_exists", "gtin", "mpn"],
		problem(of) {
			const isGiven = of("gtin") !== "" || (of("mpn") !== "" && of("brand") !== "");
			if (/^(?:yes|true)$/i.test(of("identifier_exists")) && !isGiven)
				return "says that there are identifiers, but neither a gtin is there, nor a brand with an mpn";
			return hasNoIdentifier(of) && of("gtin") !== ""
				? "says that there are no identifiers, but a gtin is there"
				: undefined;
		},
	},
	{
		columns: ["sale_price", "price"],
		problem(of) {
			const [, sale = "", saleCurrency] = PRICE.exec(of("sale_price")) ?? [];
			const [, price = "", currency] = PRICE.exec(of("price")) ?? [];
			if (sale === "" || price === "") return undefined;
			if (saleCurrency !== currency) return "is in another currency than the price";
			return Number(sale) < Number(price) ? undefined : "is not lower than the price";
		},
	},
];

/** In every cell: a control character ends the reading of a file, or is shown as a box. */
export function controlCharacterIn(text: string): string | undefined {
	const found = /[\p{Cc}\u2028\u2029\uFFFD]/u.exec(text.replace(/[\t\r\n]/g, ""))?.[0];
	if (found === undefined) return undefined;
	const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
	return `has a character that is not to be shown (U+${code})`;
}
