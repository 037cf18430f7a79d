import { formatCount } from "../../../format/credits.ts";
import { formatDay } from "../../../format/dates.ts";
import { metadataName } from "../../../format/metadata-words.ts";
import type { PolicyFields } from "./policy-form.ts";

/** What each part of a policy results in, in a sentence. */

export function accessInWords({ allow_ip, expires_at }: PolicyFields): string {
	const { length } = allow_ip;
	const some = length === 1 ? "one address" : `${formatCount(length)} addresses`;
	const from = length === 0 ? "from any address" : `from ${some} only`;
	return expires_at === ""
		? `Works ${from} and never expires.`
		: `Works ${from}, until ${formatDay(expires_at)}.`;
}

export function reachInWords(policy: PolicyFields): string {
	const { barcode_prefixes, brands, departments, locks } = policy;
	const filters = [
		barcode_prefixes.length > 0 ? `with barcodes that start with ${either(barcode_prefixes)}` : "",
		brands.length > 0 ? `of ${either(brands)}` : "",
		departments.length > 0 ? `in ${either(departments)}` : "",
	].filter(Boolean);
	const products = filters.length === 0 ? "all products" : `only products ${filters.join(", ")}`;
	const without =
		locks.length === 0 ? "with everything known about them" : `without ${listed(locks.map(metadataName))}`;
	return `Gets ${products}, ${without}.`;
}

export function limitsInWords(
	policy: PolicyFields,
	now: { readonly requests_per_minute: number; readonly requests_per_day: number },
): string {
	const most = (given: string, inForce: number) =>
		/^\d+$/.test(given) ? formatCount(Number(given)) : formatCount(inForce);
	const minute = most(policy.requests_per_minute, now.requests_per_minute);
	return `At most ${minute} calls a minute and ${most(policy.requests_per_day, now.requests_per_day)} a day.`;
}

export function picturesInWords({ watermark, multi_use_urls, url_ttl_seconds }: PolicyFields): string {
	const mark =
		watermark === "waived"
			? "Pictures carry no mark that can be seen"
			: watermark === "invisible"
				? "Pictures carry only the mark that cannot be seen"
				: "Pictures carry the mark of the Watermark page";
	const uses = multi_use_urls ? "until it expires" : "once";
	const time =
		url_ttl_seconds === "" ? "" : `, ${multi_use_urls ? "after" : "within"} ${url_ttl_seconds} seconds`;
	return `${mark}; each address of a picture works ${uses}${time}.`;
}

function either(texts: readonly string[]): string {
	return listed(texts, "or");
}

const MOST_LISTED = 3;

function listed(texts: readonly string[], word = "and"): string {
	const shown =
		texts.length > MOST_LISTED
			? [...texts.slice(0, MOST_LISTED - 1), `${texts.length - MOST_LISTED + 1} more`]
			: texts;
	return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}
