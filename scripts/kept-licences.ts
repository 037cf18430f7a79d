import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The part of a bundler's output that is used here. */
type Bundle = Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>;

/**
 * The licences of bundled packages require that they are shipped along.
 * @param holder what contains the packages; the text begins with it. @returns a Rolldown plugin that writes `fileName` beside the output
 */
export function keptLicences(fileName: string, holder: string) {
	return {
		name: "kept-licences",
		generateBundle(
			this: { emitFile: (file: { type: "asset"; fileName: string; source: string }) => unknown },
			_options: unknown,
			bundle: unknown,
		) {
			const modules = Object.values(bundle as Bundle).flatMap(({ moduleIds = [] }) => moduleIds);
			const folders = modules.flatMap(
				(id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? [],
			);
			const texts = [...new Set(folders)].sort().map(licenceIn);
			const source = `${holder} holds these packages:\n\n${texts.join("\n---\n\n")}`;
			this.emitFile({ type: "asset", fileName, source });
		},
	};
}

/** The licence text of a package or, if it ships none, the licence that it declares. @throws when it declares none either */
function licenceIn(folder: string): string {
	const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
	const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
	if (file) return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
	if (typeof license !== "string") throw new Error(`${name} has no licence to keep`);
	const by = typeof author === "string" ? author : author?.name;
	return `${name} ${version}\n\n${license}${by ? `, by ${by}` : ""}\n`;
}
