import { escaped } from "../platform/escaped.ts";

/** HTML that may be sent: only the templates of this file make it, and they escape every other value. */
export class Html {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

export type Fragment = Html | string | number | undefined | readonly Fragment[];

/** Joins literal HTML with values, which are escaped for text and for quoted attributes alike. Nothing is written for `undefined`, and lists are written one after another. */
export function html(literals: TemplateStringsArray, ...values: readonly Fragment[]): Html {
	return new Html(String.raw({ raw: literals }, ...values.map(written)));
}

function written(value: Fragment): string {
	if (value === undefined) return "";
	if (value instanceof Html) return value.text;
	return typeof value === "object" ? value.map(written).join("") : escaped(String(value));
}

/** Structured data for search engines. It cannot end its element: it contains no `<`. */
export function jsonLd(value: object): Html {
	return new Html(
		`<script type="application/ld+json">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`,
	);
}
