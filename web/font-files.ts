import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const FIRST = /heebo-latin-wght-normal.*\.woff2$/;

/** Has the Latin letters loaded beside the script, not after the styles that name them, and puts the font's licence beside its files. */
export function fontFiles(): Plugin {
	return {
		name: "font-files",
		apply: "build",
		generateBundle() {
			const licence = createRequire(import.meta.url).resolve("@fontsource-variable/heebo/LICENSE");
			this.emitFile({ type: "asset", fileName: "assets/heebo-licence.txt", source: readFileSync(licence) });
		},
		transformIndexHtml: {
			order: "post",
			handler(_html, { bundle }) {
				const file = Object.keys(bundle ?? {}).find((name) => FIRST.test(name));
				if (!file) throw new Error("the Latin letters are not among the built files");
				return [
					{
						tag: "link",
						attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
						injectTo: "head",
					},
				];
			},
		},
	};
}
