import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What a bundler says of its files, as far as this looks at it. */
type Bundle = Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>;

/**
 * The licences of the packages that are bundled ask to be kept with them.
 * @param holder what holds the packages, as the text begins. @returns a plugin of Rolldown that writes `fileName` beside what is built
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

/** The text of a package's licence; of one that ships none, what it declares. @throws when it declares none either */
function licenceIn(folder: string): string {
	const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
	const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
	if (file) return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
	if (typeof license !== "string") throw new Error(`${name} has no licence to keep`);
	const by = typeof author === "string" ? author : author?.name;
	return `${name} ${version}\n\n${license}${by ? `, by ${by}` : ""}\n`;
}
