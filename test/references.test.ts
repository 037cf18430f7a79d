import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readInterface } from "./support/interface.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(join(root, file), "utf8");
const here = "test/references.test.ts";

const code = [
	"src",
	"test",
	"sdk",
	"pull",
	"web",
	"bench",
	"scripts",
	"demo",
	"marking",
	"studio",
	"tables",
	"site",
]
	.flatMap((room) => filesIn(room, /\.(?:[cm]?[jt]sx?|css)$/))
	.filter((file) => file !== here);
const pages = [
	"README.md",
	"CHANGELOG.md",
	"CONTRIBUTING.md",
	...filesIn(".", /\.md$/),
	...filesIn("test", /\.md$/),
].filter((file, index, all) => all.indexOf(file) === index && existsSync(join(root, file)));

const { sections, rules } = readInterface(text("docs/interface.md"));
const numbered = new Set(rules);
const records = new Set(
	filesIn("docs/decisions", /\/\d{4}-[^/]*\.md$/).map(
		(file) => `ADR-${/\/(\d{4})-/.exec(file)?.[1] ?? file}`,
	),
);

/** The files in a folder and below, if it exists, except generated files and repository infrastructure. */
function filesIn(room: string, kind: RegExp): string[] {
	if (!existsSync(join(root, room))) return [];
	const depth =
		room === "."
			? ["docs", "sdk", "pull", "web", "bench", "demo", "marking", "studio", "tables", "conformance", "site"]
			: undefined;
	if (depth) return depth.flatMap((each) => filesIn(each, kind));
	return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
		.map((name) => `${room}/${name}`)
		.filter((name) => kind.test(name) && !/node_modules|\bdist\//.test(name));
}

/** `file:line: problem` for every problem that a check finds in the lines of files. */
function findings(files: readonly string[], check: (line: string) => readonly string[]): string[] {
	return files.flatMap((file) =>
		text(file)
			.split("\n")
			.flatMap((line, index) => check(line).map((wrong) => `${file}:${index + 1}: ${wrong}`)),
	);
}

/** The citations in a line that have no target. */
function dangling(line: string): string[] {
	const ofInterface = [...line.matchAll(/\bSPEC(?: ([A-Z]?\d+(?:\.\d+)?)(?:,? rule (\d+))?)?/g)];
	const ofRecords = [...line.matchAll(/\bADR-\d+/g)].map(([cited]) => cited);
	return [
		...ofInterface
			.filter(
				([, section = "", rule]) => !(rule ? numbered.has(`${section} rule ${rule}`) : sections.has(section)),
			)
			.map(([cited]) => cited),
		...ofRecords.filter((cited) => !records.has(cited)),
	];
}

/** Numbers without the name of the document they refer to. Sections of other standards have to name the standard. */
const BARE = [
	/\bdecisions? \d+/i,
	/\((?:see )?(?:1\.1|2\.\d{1,2}|4\.[1-5]|[578]\.\d{1,2})(?=\)| and |, (?:[1-9]\.\d|SPEC|decision))/,
	/(?<!\b(?:RFC \d+|PNG|specification|edition|T\.81|ASVS|GS1)\b.{0,3})\bsections? \d/i,
];

function bare(line: string): string[] {
	return BARE.flatMap((pattern) => pattern.exec(line)?.[0] ?? []);
}

const comment = /(?:^\s*\*|\/\*|\/\/).*$/;

/** It cites the interface by bare section numbers, for implementers of other servers; any `SPEC` or record citation is checked as elsewhere. */
const conformance = filesIn("conformance", /\.ts$/);

test("every SPEC and every ADR that is cited exists", () => {
	expect(findings([...code, ...conformance, ...pages], dangling)).toEqual([]);
});

test("no comment, test title or page cites a bare number", () => {
	const inCode = findings(code, (line) => [
		...bare(comment.exec(line)?.[0] ?? ""),
		...bare(/\b(?:test|it|describe)\b.*?(["'`].*)$/.exec(line)?.[1] ?? ""),
	]);
	expect([...inCode, ...findings(pages, bare)]).toEqual([]);
});

test("the check finds dangling and bare references, and accepts valid ones", () => {
	const wrong = ["SPEC 4.9", "SPEC 4.2 rule 99", "SPEC D99", "SPEC", "ADR-9999", "ADR-12"];
	expect(wrong.map((cited) => dangling(`// as in ${cited}.`))).toEqual(wrong.map((cited) => [cited]));
	expect(dangling("(SPEC 4.2, SPEC 4.2 rule 5, SPEC 5 rule 3; SPEC D26, ADR-0012)")).toEqual([]);
	const old = [
		"(4.2)",
		"(2.4 and 2.5)",
		"decision 26",
		"Decisions 3 and 4",
		"section 7",
		"(2.10, decision 36)",
	];
	expect(old.filter((each) => bare(`/** Prices ${each}. */`).length === 0)).toEqual([]);
	expect(bare("(RFC 1951, section 3.2.5), (PNG, section 5.4), numbers (1.5, 10/12), (SPEC 4.2)")).toEqual([]);
});

test("every link in the documents leads to a file and to a heading in it", () => {
	const lost = pages.flatMap((page) =>
		[...text(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
			.filter(([, file = "", anchor]) => !leads(normalize(file ? join(dirname(page), file) : page), anchor))
			.map(([link]) => `${page}: ${link}`),
	);
	expect(lost).toEqual([]);
});

function leads(file: string, anchor: string | undefined): boolean {
	if (!existsSync(join(root, file))) return false;
	if (!anchor) return true;
	const headings = [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
	return headings.includes(anchor);
}

/** Anchors as GitHub generates them: lower case, words joined by hyphens, punctuation removed. */
function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

test("decision records carry their number", () => {
	const titles = filesIn("docs/decisions", /\/\d{4}-[^/]*\.md$/).map((file) => [
		file.slice("docs/decisions/".length, "docs/decisions/0000".length),
		/^# (?:ADR-(\d{4}) )?/.exec(text(file))?.[1],
	]);
	expect(titles.filter(([number, titled]) => number !== titled)).toEqual([]);
});

/** Every file and folder of the repository, by each of the ends of its path: documents say `ledger/metering.ts` for `src/billing/ledger/metering.ts`. */
const pathEnds = new Set(
	readdirSync(root)
		.filter((name) => !/^(?:node_modules|dist|data|coverage|\.git)$/.test(name))
		.flatMap((name) => [name, ...namesBelow(name)])
		.flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(at).join("/"))),
);

/** Names with which paths begin: what is at the top, and the rooms of the service; `pictures` is also a folder of exports, and a unit. */
const firstNames = new Set(
	[...readdirSync(root), ...readdirSync(join(root, "src"))].filter((name) => name !== "pictures"),
);

function namesBelow(room: string): string[] {
	if (!statSync(join(root, room)).isDirectory()) return [];
	return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
		.filter((name) => !/\bnode_modules\b/.test(name))
		.map((name) => `${room}/${name}`);
}

/** What builds and browser tests write. */
const GENERATED = /(?:^|\/)(?:dist|node_modules)(?:\/|$)|^test\/browser\/screenshots$/;

/** The names of sources and documents, and the paths that begin in the repository, of which there is no file or folder. */
function missingFiles(line: string): string[] {
	const words = line.matchAll(/(?<![\w./@:{}$*-])(?:\.{1,2}\/)*([\w.-]+(?:\/[\w.-]+)*)(?![\w{}<*$])/g);
	return [...words]
		.map(([, word = ""]) => word.replace(/\.+$/, ""))
		.filter((word) => {
			const isPath = word.includes("/") && firstNames.has(word.split("/")[0] ?? "");
			return (isPath || /\w\.(?:tsx?|cjs|css|md)$/.test(word)) && !GENERATED.test(word);
		})
		.filter((path) => !pathEnds.has(path));
}

test("every file that a document names exists; the changelog may name files that are gone", () => {
	const documents = pages.filter((page) => page !== "CHANGELOG.md");
	expect(findings(documents, missingFiles)).toEqual([]);
});

test("the check finds names of files that are missing, and accepts others", () => {
	const wrong = ["src/app/gone.ts", "billing/gone/", "gone-for-ever.test.ts", "docs/gone.md", "web/gone"];
	expect(wrong.map((name) => missingFiles(`See \`${name}\`, or [it](${name}).`))).toEqual(
		wrong.map((name) => [name.replace(/\/$/, ""), name.replace(/\/$/, "")]),
	);
	const right =
		"`src/app.ts`, `billing/ledger/metering.ts`, test/tidy.test.ts; Node.js, image/png, `dist/main.js`, https://a.example/src/gone.ts";
	expect(missingFiles(right)).toEqual([]);
});
