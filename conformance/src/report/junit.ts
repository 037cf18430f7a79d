import { countOf, type Result } from "../run.ts";
import { escaped, type Report } from "./report.ts";

/** JUnit XML, as read by CI servers. Each rule is a test case, with its section as the class name. */
export function junitReport({ results, elapsedMs, startedAt, url }: Report): string {
	const counts = `tests="${results.length}" failures="${countOf(results, "broken")}" skipped="${countOf(results, "skipped")}"`;
	const when = `time="${(elapsedMs / 1000).toFixed(3)}" timestamp="${startedAt.toISOString()}"`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuite name="packshot-conformance ${escaped(url)}" ${counts} errors="0" ${when}>`,
		...results.map(testCase),
		"</testsuite>",
		"",
	].join("\n");
}

function testCase({ section, title, outcome, reason = "", elapsedMs }: Result): string {
	const attributes = `classname="interface ${escaped(section)}" name="${escaped(title)}" time="${(elapsedMs / 1000).toFixed(3)}"`;
	if (outcome === "kept") return `\t<testcase ${attributes}/>`;
	const element = outcome === "broken" ? "failure" : "skipped";
	return `\t<testcase ${attributes}><${element} message="${escaped(reason)}"/></testcase>`;
}
