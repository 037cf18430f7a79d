/** Colours of one design: the background and its darker and lighter shades, an accent, paper and ink. */
export type Palette = {
	ground: string;
	deep: string;
	light: string;
	accent: string;
	paper: string;
	ink: string;
};

export const PALETTES = {
	tomato: palette("#c93a2b", "#8e1f1a", "#ef7b5c", "#f6c445", "#fff6e6", "#3b1512"),
	saffron: palette("#eda21c", "#c27108", "#ffd272", "#b3281e", "#fff8e4", "#4a2606"),
	lemon: palette("#f6cf3a", "#dba511", "#fff0a6", "#2f7a4b", "#fffdf0", "#3d3208"),
	olive: palette("#6f7f36", "#454f1e", "#b7c07a", "#d9a633", "#fbf8ea", "#2b3012"),
	forest: palette("#22603f", "#123a26", "#6fa883", "#e5b64a", "#f7f7ea", "#10291c"),
	mint: palette("#5fb598", "#2b7c66", "#c4ead9", "#f0735a", "#f7fffb", "#12453a"),
	lagoon: palette("#1f8a9c", "#0d5563", "#8fd3da", "#f5b041", "#f3fcfc", "#07343d"),
	sky: palette("#4d9fdb", "#1f63a3", "#c4e3f8", "#f4c33c", "#f8fcff", "#12365c"),
	cobalt: palette("#2250a8", "#122c66", "#86a8e6", "#f0b63a", "#f6f9ff", "#0e1f47"),
	plum: palette("#6b2f66", "#3d1640", "#b885b4", "#e8b54a", "#fdf6fb", "#2c0f2e"),
	grape: palette("#4a1f4e", "#28102f", "#8f5f98", "#c9a25a", "#faf4ea", "#22092a"),
	rose: palette("#d9577c", "#a02c53", "#f8bccd", "#4a8f7b", "#fff6f8", "#57122b"),
	blush: palette("#f2b8b0", "#d9837c", "#fde4dd", "#7a4a66", "#fffaf6", "#5b2a35"),
	night: palette("#22232c", "#101117", "#565a6c", "#d4ab5c", "#f6f1e6", "#14151b"),
	cream: palette("#f3e6c8", "#d7bf8f", "#fffaee", "#a3352a", "#fffdf7", "#4a3018"),
	linen: palette("#e9e4da", "#c4baa6", "#faf7f1", "#5b7a5e", "#fffefb", "#3c3a34"),
	berry: palette("#9c1f44", "#5f0f2a", "#dd7794", "#f0c04c", "#fff5f4", "#3d0a1b"),
	pumpkin: palette("#df6b1e", "#a2440c", "#f9b077", "#2f5d50", "#fff6ea", "#4a1f06"),
	ice: palette("#9fd3ea", "#4a98c0", "#e2f5fc", "#e2574c", "#f9feff", "#123f5a"),
	slate: palette("#4b5f73", "#2a3947", "#a3b4c4", "#f2994a", "#f7f9fb", "#1d2731"),
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;

function palette(
	ground: string,
	deep: string,
	light: string,
	accent: string,
	paper: string,
	ink: string,
): Palette {
	return { ground, deep, light, accent, paper, ink };
}

/** The palette's dark tone, or its ink where the dark tone is too pale to read on paper. */
export function titleOnPaper(palette: Palette): string {
	return brightness(palette.deep) > 128 ? palette.ink : palette.deep;
}

/** A darker shade of a colour. */
export function shadeOf(hex: string, share = 0.78): string {
	const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share));
	return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Ink or paper, whichever reads better on the colour. */
export function contrastOf(hex: string, palette: Palette): string {
	return brightness(hex) > 150 ? palette.ink : palette.paper;
}

function brightness(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
	return red * 0.3 + green * 0.59 + blue * 0.11;
}
