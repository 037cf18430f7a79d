import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Rolldown } from "tsdown";

const shared = {
	format: "esm",
	target: "es2022",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
} as const;

/** The licences of packages that a file holds ask to be kept with it. */
const licences: Rolldown.Plugin = {
	name: "licences",
	generateBundle(_, bundle) {
		const modules = Object.values(bundle).flatMap((file) => ("moduleIds" in file ? file.moduleIds : []));
		const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
		const texts = [...new Set(folders)].sort().map((folder) => {
			const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
			const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
			if (file === undefined) throw new Error(`${name} has no licence to keep`);
			return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
		});
		const source = `dist/pull.js holds these packages:\n\n${texts.join("\n---\n\n")}`;
		this.emitFile({ type: "asset", fileName: "pull-licences.txt", source });
	},
};

export default defineConfig([
	{
		...shared,
		entry: { index: "src/index.ts" },
		platform: "neutral",
		dts: { oxc: true },
		clean: ["dist/index.*"],
	},
	{
		...shared,
		entry: { pull: "src/pull/main.ts" },
		platform: "node",
		dts: false,
		clean: ["dist/pull*"],
		// What the command needs is in it, so that whoever wants the client alone installs nothing else.
		deps: {
			onlyBundle: [
				"csv-parse",
				"cli-progress",
				"string-width",
				"strip-ansi",
				"ansi-regex",
				"emoji-regex",
				"is-fullwidth-code-point",
			],
		},
		plugins: [licences],
	},
]);
