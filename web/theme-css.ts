import {
	convertCssVariables,
	DEFAULT_THEME,
	defaultCssVariablesResolver,
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
	const mantine = defaultCssVariablesResolver(whole);
	const own = schemeVariables(whole);
	return convertCssVariables({
		variables: { ...mantine.variables, ...own.variables },
		light: { ...mantine.light, ...own.light },
		dark: { ...mantine.dark, ...own.dark },
	});
}
