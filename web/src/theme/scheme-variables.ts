import type { ConvertCSSVariablesInput, MantineTheme } from "@mantine/core";

const HUES = ["petrol", "marigold", "green", "red", "gray"] as const;

/** Variables of the two schemes in addition to Mantine's: surfaces, and tinted colours whose text keeps a contrast of 4.5 on its background. */
export function schemeVariables(theme: MantineTheme): ConvertCSSVariablesInput {
	const { colors } = theme;
	const tone = (hue: string, shade: number) => colors[hue]?.[shade] ?? theme.black;
	return {
		variables: {},
		light: {
			"--mantine-color-body": "#f4f7f7",
			"--mantine-color-dimmed": tone("gray", 6),
			"--mantine-color-placeholder": "#66757a",
			"--mantine-color-error": tone("red", 7),
			"--mantine-color-default-border": tone("gray", 4),
			"--packshot-surface": "#ffffff",
			"--packshot-sunken": tone("gray", 1),
			"--packshot-line": tone("gray", 2),
			"--packshot-sidebar": "#ffffff",
			"--packshot-focus": tone("petrol", 6),
			...tints((hue) => [tone(hue, 0), tone(hue, 1), tone(hue, 8)]),
		},
		dark: {
			"--mantine-color-body": "#12181a",
			"--mantine-color-dimmed": tone("dark", 2),
			"--mantine-color-placeholder": "#8b999d",
			"--mantine-color-error": tone("red", 3),
			"--mantine-color-anchor": tone("petrol", 3),
			"--packshot-surface": "#1a2225",
			"--packshot-sunken": "#141b1d",
			"--packshot-line": "#2c373b",
			"--packshot-sidebar": "#151c1f",
			"--packshot-focus": tone("petrol", 3),
			...tints((hue) => [`${tone(hue, 5)}26`, `${tone(hue, 5)}40`, tone(hue, 2)]),
		},
	};
}

/** Background, hover background and text of tinted badges, alerts and buttons. */
function tints(toneOf: (hue: string) => readonly [ground: string, hover: string, text: string]) {
	return Object.fromEntries(
		HUES.flatMap((hue) => {
			const [ground, hover, text] = toneOf(hue);
			return [
				[`--mantine-color-${hue}-light`, ground],
				[`--mantine-color-${hue}-light-hover`, hover],
				[`--mantine-color-${hue}-light-color`, text],
			];
		}),
	);
}
