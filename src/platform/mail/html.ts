import { escaped } from "../escaped.ts";

/** The content of a mail, from which both its text and its HTML form are made. */
export interface MailContent {
	readonly heading: string;
	readonly paragraphs: readonly string[];
	/** Rows of a small table: a label and its value. */
	readonly facts: readonly (readonly [label: string, value: string])[];
	/** The call to action. */
	readonly link: { readonly label: string; readonly url: string };
	/** Why the recipient gets this mail, and how to stop it. */
	readonly footer: string;
	readonly unsubscribeUrl: string;
}

/** The plain-text form: readable on its own, with short lines. */
export function mailText(content: MailContent): string {
	const { heading, paragraphs, facts, link, footer, unsubscribeUrl } = content;
	const lines = facts.map(([label, value]) => `${label}: ${value}`);
	const parts = [
		heading,
		...paragraphs,
		...(lines.length > 0 ? [lines.join("\n")] : []),
		`${link.label}:\n${link.url}`,
		`--\n${footer}\nUnsubscribe: ${unsubscribeUrl}`,
	];
	return `${parts.join("\n\n")}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif";
const CELL = "padding:6px 16px 6px 0;border-top:1px solid #e3e7e8";

/** The HTML form: tables and inline styles, which mail clients render consistently. It loads no external resources. */
export function mailHtml(content: MailContent): string {
	const { heading, paragraphs, facts, link, footer, unsubscribeUrl } = content;
	const rows = facts.map(
		([label, value]) =>
			`<tr><td style="${CELL};color:#5b6770">${escaped(label)}</td><td style="${CELL}"><bdi>${escaped(value)}</bdi></td></tr>`,
	);
	const table =
		rows.length > 0 ? `<table style="border-collapse:collapse;margin:16px 0">${rows.join("")}</table>` : "";
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f6;color:#14212b;${FONT};font-size:15px;line-height:1.5">
<div style="max-width:36em;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
<h1 style="margin:0 0 12px;font-size:20px">${escaped(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 12px">${escaped(text)}</p>`).join("\n")}
${table}
<p style="margin:20px 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6b75;color:#fff;text-decoration:none">${escaped(link.label)}</a></p>
<p style="margin:24px 0 0;color:#5b6770;font-size:13px">${escaped(footer)} <a href="${escaped(unsubscribeUrl)}" style="color:#5b6770">Unsubscribe</a></p>
</div></body></html>
`;
}
