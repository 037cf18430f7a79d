import { alertTitle } from "../../web/src/format/alert-kinds.ts";
import type { ShownAlert } from "../alerts/read.ts";
import { escaped } from "../platform/escaped.ts";
import { productAddress } from "./cards.ts";
import { type Fragment, type Html, html } from "./html.ts";
import type { Page, Site } from "./layout.ts";
import { type PublicProduct, titleOf } from "./public-catalogue.ts";

const FEED_ADDRESS = "/alerts.atom";

export function alertAddress({ alert_id }: Pick<ShownAlert, "alert_id">): string {
	return `/alerts/${alert_id}`;
}

/** Those that are public today, by barcode. */
type Named = ReadonlyMap<string, PublicProduct>;

/** Where the list goes on after an alert; `undefined` on the last page. */
export interface AlertList {
	readonly alerts: readonly ShownAlert[];
	readonly next: string | undefined;
}

/** Of how many of its products a list of alerts says the names. */
const NAMED = 3;

/** The products whose names a list of these alerts says. */
export function namedIn(alerts: readonly ShownAlert[]): string[] {
	return [...new Set(alerts.flatMap(({ barcodes }) => barcodes.slice(0, NAMED)))];
}

export function alertsPage({ alerts, next }: AlertList, products: Named): Page {
	return {
		title: "Kosher alerts",
		description: "What went wrong with hechshers of products, newest first",
		address: "/alerts",
		head: html`<link rel="alternate" type="application/atom+xml" href="${FEED_ADDRESS}" title="Kosher alerts">`,
		search: "",
		main: html`<div class="wide narrow"><div class="head"><h1>Kosher alerts</h1><p class="quiet">Newest first. <a href="${FEED_ADDRESS}">Follow them as an Atom feed</a>.</p></div>${
			alerts.length === 0
				? html`<div class="panel"><p>There are no alerts.</p></div>`
				: alerts.map((alert) => summary(alert, namesOf(alert, products)))
		}
<nav aria-label="Pages" class="pages">${next === undefined ? undefined : html`<a class="button" href="/alerts?after=${encodeURIComponent(next)}" rel="next">Earlier alerts</a>`}</nav></div>`,
	};
}

/** @param products barcodes without one are listed without a name */
export function alertPage(alert: ShownAlert, products: Named): Page {
	const title = alertTitle(alert);
	return {
		title,
		description: alert.message.slice(0, 200),
		address: alertAddress(alert),
		search: "",
		main: html`<article class="wide narrow"><div class="head"><h1><bdi>${title}</bdi></h1></div>${facts(alert)}
<section class="panel alert-products"><h2>${alert.barcodes.length === 1 ? "The product" : `${alert.barcodes.length} products`}</h2><ul>${alert.barcodes.map(
			(barcode) => html`<li>${productLine(barcode, products.get(barcode))}</li>`,
		)}</ul></section><p><a class="more" href="/alerts">All alerts</a></p></article>`,
	};
}

/** Live alerts on the page of a product, before everything else. */
export function alertsOfProduct(alerts: readonly ShownAlert[]): Fragment {
	return alerts.length === 0
		? undefined
		: html`<section aria-label="Kosher alerts" class="wide">${alerts.map((alert) => summary(alert))}</section>`;
}

function productLine(barcode: string, product: PublicProduct | undefined): Html {
	if (!product) return html`<code>${barcode}</code>`;
	return html`<a href="${productAddress(barcode)}"><bdi>${titleOf(product)}</bdi></a> <code>${barcode}</code>`;
}

function summary(alert: ShownAlert, names?: readonly string[]): Html {
	return html`<article class="panel alert${alert.ended_at === null ? "" : " ended"}"><h2><a href="${alertAddress(alert)}"><bdi>${alertTitle(alert)}</bdi></a></h2>${
		names &&
		html`<p class="about">${names.map((name, place) => html`${place > 0 ? ", " : ""}<bdi>${name}</bdi>`)}</p>`
	}${said(alert)}</article>`;
}

/** Which products it is about: the first by name, the others by their number. */
function namesOf({ barcodes }: ShownAlert, products: Named): string[] {
	const names = barcodes.slice(0, NAMED).map((barcode) => {
		const product = products.get(barcode);
		return product ? titleOf(product) : barcode;
	});
	return barcodes.length > NAMED ? [...names, `${barcodes.length - NAMED} more`] : names;
}

function facts(alert: ShownAlert): Html {
	return html`<div class="panel alert${alert.ended_at === null ? "" : " ended"}">${said(alert)}${
		alert.source === null
			? undefined
			: html`<p>Source: ${alert.source.startsWith("https://") ? html`<a href="${alert.source}" rel="nofollow noopener">${alert.source}</a>` : html`<bdi>${alert.source}</bdi>`}</p>`
	}</div>`;
}

function said({ message, lots, published_at, changed_at, ended_at, outcome }: ShownAlert): Html {
	return html`<p class="message" dir="auto">${message}</p>${lots === null ? undefined : html`<p>Lots: <bdi>${lots}</bdi></p>`}<p class="quiet">Published ${time(published_at)}${
		changed_at === published_at || ended_at !== null ? undefined : html`, changed ${time(changed_at)}`
	}${ended_at === null ? undefined : html`, ended ${time(ended_at)}: ${outcome === "mistaken" ? "it was a mistake" : "settled"}`}.</p>`;
}

function time(text: string): Html {
	return html`<time datetime="${text}">${text.slice(0, 10)}</time>`;
}

/** The newest alerts as an Atom feed (RFC 4287). */
export function alertFeed(site: Site, base: string, alerts: readonly ShownAlert[], products: Named): string {
	const newest =
		alerts
			.map(({ changed_at }) => changed_at)
			.sort()
			.at(-1) ?? "1970-01-01T00:00:00Z";
	const entries = alerts.map((alert) => {
		const address = `${base}${alertAddress(alert)}`;
		const { published_at, changed_at, message, lots, ended_at, outcome, barcodes } = alert;
		const text = [
			namesOf(alert, products).join(", "),
			...(ended_at === null ? [] : [`Ended: ${outcome}.`]),
			message,
			...(lots === null ? [] : [`Lots: ${lots}`]),
			`Barcodes: ${barcodes.join(", ")}`,
		].join("\n");
		return `<entry><id>${escaped(address)}</id><title>${escaped(alertTitle(alert))}</title><link rel="alternate" type="text/html" href="${escaped(address)}"/><published>${published_at}</published><updated>${changed_at}</updated><content type="text">${escaped(text)}</content></entry>`;
	});
	const feed = escaped(`${base}${FEED_ADDRESS}`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${feed}</id><title>${escaped(`Kosher alerts of ${site.name}`)}</title><updated>${newest}</updated><author><name>${escaped(site.name)}</name></author><link rel="self" type="application/atom+xml" href="${feed}"/><link rel="alternate" type="text/html" href="${escaped(`${base}/alerts`)}"/>
${entries.join("\n")}
</feed>
`;
}
