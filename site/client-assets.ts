import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { keptLicences } from "../scripts/kept-licences.ts";
import { compressed } from "../web/compressed.ts";
import { themeCss } from "../web/theme-css.ts";
import { ROOT } from "./pages.ts";

/**
 * Builds script, style sheet and fonts into `folder`, with a hash in every name.
 * @returns their addresses
 */
export async function buildClient(folder: string) {
	await build({
		root: join(ROOT, "site/client"),
		configFile: false,
		base: "/docs/",
		logLevel: "warn",
		publicDir: false,
		plugins: [themeCss(), compressed(), keptLicences("licences.txt", "The documentation")],
		build: {
			outDir: folder,
			emptyOutDir: true,
			target: "es2022",
			manifest: "manifest.json",
			assetsInlineLimit: 0,
			modulePreload: { polyfill: false },
			reportCompressedSize: false,
			rolldownOptions: { input: join(ROOT, "site/client/main.ts") },
		},
	});
	const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
		readFileSync(join(folder, "manifest.json"), "utf8"),
	);
	const font = Object.values(manifest).find(({ file }) => /heebo-latin-wght.*\.woff2$/.test(file))?.file;
	const { file: script, css: [styles] = [] } = manifest["main.ts"] ?? {};
	if (!font || !script || !styles) throw new Error("the site was built without its script, styles or font");
	return { script: `/docs/${script}`, styles: `/docs/${styles}`, font: `/docs/${font}` };
}
