import {
	convertCssVariables,
	DEFAULT_THEME,
	defaultCssVariablesResolver,
	type MantineTheme,
	mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { schemeVariables } from "./src/theme/scheme-variables.ts";
import { theme } from "./src/theme/theme.ts";

const NAME = "virtual:theme.css";

/**
 * The theme's CSS variables as a file. Mantine would write them into a `<style>` element when the page starts, which a content policy of
 * `style-src 'self'` refuses.
 */
export function themeCss(): Plugin {
	return {
		name: "theme-css",
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) => (id === `\0${NAME}` ? themeVariables() : undefined),
	};
}

function themeVariables(): string {
	const whole = mergeMantineTheme(DEFAULT_THEME, theme);
	const mantine = defaultCssVariablesResolver({ ...whole, colors: ownColors(whole) });
	const own = schemeVariables(whole);
	return convertCssVariables({
		variables: { ...mantine.variables, ...own.variables },
		light: { ...mantine.light, ...own.light },
		dark: { ...mantine.dark, ...own.dark },
	});
}

/** Without Mantine's hues that the theme does not name: half of all variables, which nothing here uses. */
function ownColors({ colors }: MantineTheme): MantineTheme["colors"] {
	const names = Object.keys(theme.colors ?? {});
	return Object.fromEntries(
		Object.entries(colors).filter(([name]) => names.includes(name)),
	) as MantineTheme["colors"];
}
