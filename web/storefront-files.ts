import { readFileSync } from "node:fs";
import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { schemeVariables } from "./src/theme/scheme-variables.ts";
import { theme } from "./src/theme/theme.ts";

const STYLES = "./src/theme/storefront.css";
const FONTS = "./src/theme/fonts.css";

const SCRIPTS = ["./public/color-scheme.js", "./storefront-visitor.js"];

/**
 * The style sheet and the script of the public pages, which the service renders itself (src/storefront): the same colours and letters as on the
 * other pages, and none of their components.
 */
export function storefrontFiles(): Plugin {
	return {
		name: "storefront-files",
		apply: "build",
		generateBundle(_options, bundle) {
			const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
			const fonts = read(FONTS).replace(/url\(".*\/(.*)\.woff2"\)/g, (_url, font: string) => {
				const file = Object.keys(bundle).find((name) => name.startsWith(`assets/${font}-`));
				if (!file) throw new Error(`${font} is not among the built files`);
				return `url("/${file}")`;
			});
			this.emitFile({
				type: "asset",
				name: "storefront.css",
				source: [fonts, colours(), read(STYLES)].map(withoutComments).join("\n"),
			});
			this.emitFile({ type: "asset", name: "storefront.js", source: SCRIPTS.map(read).join("") });
		},
	};
}

/** The variables of both schemes; the system decides which of them holds, or what was chosen on the other pages. */
function colours(): string {
	const whole = mergeMantineTheme(DEFAULT_THEME, theme);
	const { light, dark } = schemeVariables(whole) as Record<"light" | "dark", Record<string, string>>;
	const both = Object.entries(light).map(
		([name, value]) => `${name}:light-dark(${value},${dark[name] ?? value});`,
	);
	const petrol = (whole.colors.petrol ?? []).map((value, shade) => `--petrol-${shade}:${value};`);
	return [
		`:root{color-scheme:light dark;${[...both, ...petrol].join("")}}`,
		...["light", "dark"].map((scheme) => `[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};}`),
	].join("\n");
}

function withoutComments(css: string): string {
	return css.replace(/\/\*.*?\*\//gs, "").replace(/\s*\n\s*/g, "\n");
}
