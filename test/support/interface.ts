/** The contents of docs/interface.md, by the numbers that citations use. */
export interface Interface {
	/** Everything with a heading: `4.2`, `D26`, `E1`. */
	readonly sections: ReadonlySet<string>;
	/** Every numbered rule, every table row by the first name in it, and every decision: `4.2 rule 5`, `7 bad_request`, `D26`. */
	readonly rules: readonly string[];
}

/** Extracts sections, rules and decisions from the Markdown of docs/interface.md. */
export function readInterface(markdown: string): Interface {
	const lines = markdown.split("\n");
	const sections = new Set<string>();
	const rules: string[] = [];
	let section = "";
	lines.forEach((line, index) => {
		const heading = /^#{2,4} (?:(\d(?:\.\d+)?|[DE]\d+) )?/.exec(line);
		if (heading) {
			section = heading[1] ?? "";
			if (section) sections.add(section);
			if (section.startsWith("D")) rules.push(section);
		}
		const rule = /^[\dE]/.test(section) && ruleIn(line, lines[index + 1] ?? "");
		if (rule) rules.push(`${section} ${rule}`);
	});
	return { sections, rules };
}

/** Recognises a numbered paragraph or a table row: its number, or the first name in it. */
function ruleIn(line: string, next: string): string | undefined {
	const numbered = /^(\d+)\. /.exec(line) ?? /^\| (\d+) \|/.exec(line);
	if (numbered) return `rule ${numbered[1]}`;
	const isHeadOfTable = next.startsWith("|---");
	if (!line.startsWith("| ") || isHeadOfTable) return undefined;
	const cell = line.split("|")[1] ?? "";
	return /`([^`]+)`/.exec(cell)?.[1] ?? cell.trim();
}
