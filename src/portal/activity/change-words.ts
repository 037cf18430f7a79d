import { formatCredits } from "../../api/credits.ts";
import type { DescribedEvent } from "./read.ts";

/** One change, in words. */
export interface NamedChange {
	readonly name: string;
	/** Null in events of versions that did not record it. */
	readonly before: string | null;
	readonly after: string;
}

/** Display names of changed things; others are shown under their stored name. */
const names: ReadonlyMap<string, string> = new Map(
	Object.entries({
		client_name: "Name",
		name: "Name",
		owner: "Owner",
		tier: "Tier",
		requests_per_minute: "Requests a minute",
		requests_per_day: "Requests a day",
		expires_at: "Expires",
		allow_ip: "Allowed addresses",
		locks: "Locks",
		barcode_prefixes: "Barcode prefixes",
		brands: "Brands",
		departments: "Departments",
		url_ttl_seconds: "Seconds that image URLs live",
		multi_use_urls: "Multi-use URLs",
		watermark: "Watermark",
		watermark_mark: "What is drawn",
		place: "Place",
		width_percent: "Width, in percent",
		opacity_percent: "Opacity, in percent",
		low_balance_credits: "Low-balance mark",
		daily_cap_credits: "Daily cap",
		roles: "Roles",
		proposes_as: "Proposes as",
		note: "Note",
		state: "State",
		price: "Price",
		effective_from: "From",
		sign_up_open: "Anybody may sign up",
		keys_per_account: "Keys per account",
		two_approvals_above_units: "Two approvals above",
		lowBalanceUnits: "Low-balance mark",
		dailyCapUnits: "Daily cap",
	}),
);

const CHANGES: ReadonlySet<string> = new Set([
	"account.roles",
	"account.proposes_as",
	"case.changed",
	"key.changed",
	"price.announced",
	"price.withdrawn",
	"settings.changed",
	"watermark.changed",
]);

/** What an event changed: its detail is an object of `[before, after]`, or of the new values only in events of earlier versions. */
export function changesOf({ action, detail }: Pick<DescribedEvent, "action" | "detail">): NamedChange[] {
	if (!CHANGES.has(action) || !detail?.startsWith("{")) return [];
	return Object.entries<unknown>(JSON.parse(detail)).map(([stored, value]) => {
		const isPair = Array.isArray(value) && value.length === 2;
		const [before, after] = isPair ? value : [undefined, value];
		return {
			name: names.get(stored) ?? stored,
			before: isPair ? valueText(stored, before) : null,
			after: valueText(stored, after),
		};
	});
}

function valueText(stored: string, value: unknown): string {
	if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "none";
	if (Array.isArray(value)) return value.join(", ");
	if (typeof value === "boolean") return value ? "yes" : "no";
	return typeof value === "number" && /units$/i.test(stored) ? formatCredits(value) : String(value);
}
