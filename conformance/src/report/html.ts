import type { Result } from "../run.ts";
import { escaped, type Report } from "./report.ts";
import { summaryOf } from "./text.ts";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid #8884; }
td small { display: block; overflow-wrap: anywhere; }
.broken td { background: #d0303018; }
`;

/** A page that says everything by itself: no script, nothing to load. The broken rules come first. */
export function htmlReport(report: Report): string {
	const order = ["broken", "skipped", "kept"];
	const sorted = report.results.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance of ${escaped(report.url)}</title><style>${STYLE}</style></head>
<body>
<h1>Conformance of ${escaped(report.url)}</h1>
<p>${escaped(summaryOf(report))}, ${report.startedAt.toISOString()}.</p>
<table>
<thead><tr><th scope="col">Section</th><th scope="col">Rule</th><th scope="col">Outcome</th></tr></thead>
<tbody>
${sorted.map(row).join("\n")}
</tbody>
</table>
</body>
</html>
`;
}

function row({ section, title, outcome, reason }: Result): string {
	const why = reason ? `<small>${escaped(reason)}</small>` : "";
	return `<tr class="${outcome}"><td>${escaped(section)}</td><td>${escaped(title)}${why}</td><td>${outcome}</td></tr>`;
}
