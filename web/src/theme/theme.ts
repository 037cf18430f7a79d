import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Petrol, the colour of deep shade on a lit backdrop: everything that can be pressed. */
const petrol: MantineColorsTuple = [
	"#eef7f8",
	"#d8ebee",
	"#b0d6dc",
	"#84bfc8",
	"#58a5b1",
	"#348a98",
	"#1e717f",
	"#155c69",
	"#124a55",
	"#0d3a43",
];

/** Marigold: what is pending or needs attention. */
const marigold: MantineColorsTuple = [
	"#fef6e6",
	"#fbe9c5",
	"#f6d48f",
	"#f0bd57",
	"#e6a52a",
	"#c98812",
	"#a06a08",
	"#7d5206",
	"#644207",
	"#503507",
];

const green: MantineColorsTuple = [
	"#edf8f1",
	"#d6eedf",
	"#addcbf",
	"#80c79b",
	"#56b07a",
	"#36955d",
	"#257b49",
	"#1b633a",
	"#174f30",
	"#123f27",
];

const red: MantineColorsTuple = [
	"#fdf1ef",
	"#f9dcd8",
	"#f1b5ad",
	"#e88b80",
	"#dd6659",
	"#cf493b",
	"#b83528",
	"#98281d",
	"#7d2118",
	"#671b14",
];

/** Greys with a hint of petrol, like a paper backdrop in studio light. */
const gray: MantineColorsTuple = [
	"#f6f8f8",
	"#eef2f2",
	"#e2e8e9",
	"#d2dadc",
	"#bac5c8",
	"#89979b",
	"#566468",
	"#414e52",
	"#2a3538",
	"#172022",
];

const dark: MantineColorsTuple = [
	"#e2e9ea",
	"#c6d0d3",
	"#a0adb1",
	"#748489",
	"#3c494d",
	"#2b363a",
	"#1f282b",
	"#161d20",
	"#101618",
	"#0a0f10",
];

const sans =
	'"Heebo Variable", ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans Hebrew", Arial, sans-serif';

export const theme = createTheme({
	colors: { petrol, marigold, green, red, gray, dark },
	primaryColor: "petrol",
	primaryShade: { light: 7, dark: 6 },
	black: "#172022",
	fontFamily: sans,
	fontFamilyMonospace:
		'ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", "DejaVu Sans Mono", monospace',
	headings: {
		fontFamily: sans,
		fontWeight: "650",
		textWrap: "balance",
		sizes: {
			h1: { fontSize: "1.75rem", lineHeight: "1.2" },
			h2: { fontSize: "1.1875rem", lineHeight: "1.35" },
			h3: { fontSize: "1rem", lineHeight: "1.4" },
		},
	},
	fontSizes: { xs: "0.78125rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
	radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "20px" },
	defaultRadius: "md",
	shadows: {
		xs: "0 1px 2px rgb(13 42 48 / 6%)",
		sm: "0 1px 2px rgb(13 42 48 / 6%), 0 2px 8px -2px rgb(13 42 48 / 8%)",
		md: "0 2px 4px rgb(13 42 48 / 5%), 0 10px 24px -8px rgb(13 42 48 / 16%)",
		lg: "0 4px 8px rgb(13 42 48 / 6%), 0 24px 48px -16px rgb(13 42 48 / 24%)",
		xl: "0 8px 16px rgb(13 42 48 / 8%), 0 40px 80px -24px rgb(13 42 48 / 32%)",
	},
	cursorType: "pointer",
	respectReducedMotion: true,
	components: {
		// The scroll lock of dialogs writes a style element; global.css locks the page instead.
		Modal: {
			defaultProps: {
				lockScroll: false,
				centered: true,
				padding: "lg",
				radius: "lg",
				closeButtonProps: { "aria-label": "Close" },
			},
		},
		DrawerRoot: { defaultProps: { lockScroll: false } },
		// A landmark of its own, so that overlays are not outside all landmarks.
		Portal: { defaultProps: { target: "#overlays" } },
		// The placeholder would take the focus instead of the first item, and is not a menu item itself.
		Menu: {
			defaultProps: { withInitialFocusPlaceholder: false, position: "bottom-end", shadow: "md" },
		},
		// What is typed decides the direction of a field. As a property of the field, `dir` would be that of the box around it, which holds no text.
		Input: { defaultProps: { attributes: { input: { dir: "auto" } } } },
		Alert: { defaultProps: { variant: "light" } },
		Badge: { defaultProps: { variant: "light", radius: "sm" } },
		Anchor: { defaultProps: { underline: "always" } },
		...Object.fromEntries(
			["Autocomplete", "MultiSelect", "Select", "TagsInput"].map((name) => [
				name,
				{ defaultProps: { withScrollArea: false } },
			]),
		),
		Textarea: { defaultProps: { autosize: true, minRows: 2 } },
		Skeleton: { defaultProps: { radius: "sm" } },
		Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
	},
});
