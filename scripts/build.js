// Builds the program, the pages, the documentation and the other packages. `--if-changed` builds only what has changed since the last build; all
// other arguments go to tsdown.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const ifChanged = process.argv.includes("--if-changed");
const programArguments = process.argv.slice(2).filter((argument) => argument !== "--if-changed");

/** Inputs of every part. */
const TOOLS = ["package-lock.json", "package.json", "scripts/build.js", "tsconfig.json"];

/** Inputs of the documentation. */
const DOCUMENTS = [
	"docs",
	"CHANGELOG.md",
	"CONTRIBUTING.md",
	...["sdk", "pull", "conformance", "marking"].map((name) => `${name}/README.md`),
];

build(
	"program",
	[
		...TOOLS,
		"tsdown.config.ts",
		"src",
		"web/src/shell/page-table.ts",
		"web/src/format/alert-kinds.ts",
		"web/src/format/lasts.ts",
		"web/src/format/names-in.ts",
		"demo",
		"marking",
		"studio",
		"tables",
	],
	(digest) => {
		process.env.PACKSHOT_BUILD = digest.slice(0, 12);
		for (const name of existsSync(dist) ? readdirSync(dist) : []) {
			if (name !== "web" && name !== "docs" && name !== ".built-from")
				rmSync(join(dist, name), { recursive: true });
		}
		run("tsdown/dist/run.mjs", ...programArguments);
		writeFileSync(join(dist, "package.json"), '{ "type": "commonjs" }\n');
	},
);
build("web", [...TOOLS, "web", "tables"], () => {
	run("vite/bin/vite.js", "build", join(root, "web"), "--logLevel", "warn");
});
build(
	"docs",
	[
		...[...TOOLS, ...DOCUMENTS, "site", "src/billing/prices/actions.ts"],
		...["theme-css.ts", "compressed.ts", "src/theme", "src/calls", "src/format"].map((name) => `web/${name}`),
	],
	() => {
		run("tsx/dist/cli.mjs", join(root, "site/build.ts"));
	},
);
build(
	"conformance",
	[...TOOLS, "src/platform", "docs/openapi.json", "scripts/kept-licences.ts", "conformance"],
	() => {
		runIn(join(root, "conformance"), "tsdown/dist/run.mjs");
	},
);
for (const name of ["sdk", "pull"]) {
	const shared = [
		"src/platform",
		"src/catalogue/fields",
		"src/orders/shop-files",
		"scripts/kept-licences.ts",
	];
	build(name, [...TOOLS, ...shared, "sdk", "pull", "tables"], () => {
		runIn(join(root, name), "tsdown/dist/run.mjs");
	});
}

/** The digest of a part's inputs is written only once the part is complete, so that an interrupted build does not count as built. */
function build(part, inputs, make) {
	const stamp = join(dist, ".built-from", part);
	const digest = digestOf(inputs);
	if (ifChanged && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
	rmSync(stamp, { force: true });
	make(digest);
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, digest);
}

function digestOf(inputs) {
	const hash = createHash("sha256").update(process.version);
	for (const input of inputs) {
		for (const file of filesBelow(input)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
	}
	return hash.digest("hex");
}

function filesBelow(path) {
	if (!existsSync(join(root, path))) return [];
	if (/\.[a-z]+$/.test(path)) return [path];
	return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
		.filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
		.sort();
}

function run(builder, ...words) {
	runIn(process.cwd(), builder, ...words);
}

function runIn(cwd, builder, ...words) {
	const { status } = spawnSync(process.execPath, [join(root, "node_modules", builder), ...words], {
		cwd,
		stdio: "inherit",
		// A caller with another environment, such as a test, would get pages with React's development checks in them.
		env: { ...process.env, NODE_ENV: "production" },
	});
	if (status !== 0) process.exit(status ?? 1);
}
