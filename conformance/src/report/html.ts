import { countOf, type Outcome, type Result } from "../run.ts";
import { escaped, type Report } from "./report.ts";
import { SIGNS, summaryOf } from "./text.ts";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8884; --good: light-dark(#1a7a3d, #5fcf87);
	--bad: light-dark(#b3261e, #ff8a80); --quiet: light-dark(#5b6068, #a3a9b3); }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.verdict { margin: 1rem 0; padding: 0.75rem 1rem; border-inline-start: 4px solid var(--good); background: #8881; font-weight: 600; }
.verdict.bad { border-color: var(--bad); }
.quiet, td small { color: var(--quiet); }
table { width: 100%; border-collapse: collapse; }
th { text-align: start; font-weight: 600; font-size: 0.875rem; color: var(--quiet); }
th, td { vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
th:first-child { width: 5rem; }
td small { display: block; overflow-wrap: anywhere; }
.kept i { color: var(--good); } .broken i { color: var(--bad); }
i { font-style: normal; display: inline-block; width: 1.25rem; }
`;

const HEADINGS: Readonly<Record<Outcome, string>> = {
	broken: "Broken",
	skipped: "Skipped: not tried",
	kept: "Kept",
};

/** A self-contained page: no scripts, nothing to load. The broken rules come first. */
export function htmlReport(report: Report): string {
	const { url, results, startedAt } = report;
	const broken = countOf(results, "broken");
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance of ${escaped(url)}</title><style>${STYLE}</style></head>
<body>
<h1>Conformance of ${escaped(url)}</h1>
<p class="quiet">Checked against the Packshot interface, ${startedAt.toISOString()}. Sections are those of its text.</p>
<p class="verdict${broken > 0 ? " bad" : ""}">${verdictOf(results)}</p>
<p>${escaped(summaryOf(report))}.</p>
${(["broken", "skipped", "kept"] as const).map((outcome) => group(results, outcome)).join("")}</body>
</html>
`;
}

function verdictOf(results: readonly Result[]): string {
	const [broken, kept] = [countOf(results, "broken"), countOf(results, "kept")];
	if (broken > 0) return `The server breaks ${broken} of ${broken + kept} rules that were tried.`;
	return kept > 0 ? `The server keeps all ${kept} rules that were tried.` : "No rule could be tried.";
}

function group(results: readonly Result[], outcome: Outcome): string {
	const chosen = results.filter((result) => result.outcome === outcome);
	if (chosen.length === 0) return "";
	return `<h2>${HEADINGS[outcome]} (${chosen.length})</h2>
<table class="${outcome}">
<thead><tr><th scope="col">Section</th><th scope="col">Rule</th></tr></thead>
<tbody>
${chosen.map(row).join("\n")}
</tbody>
</table>
`;
}

function row({ section, title, outcome, reason }: Result): string {
	const why = reason ? `<small>${escaped(reason)}</small>` : "";
	return `<tr><td>${escaped(section)}</td><td><i aria-hidden="true">${SIGNS[outcome]}</i>${escaped(title)}${why}</td></tr>`;
}
