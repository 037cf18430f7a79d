import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./compressed.ts";
import { themeCss } from "./theme-css.ts";

/** The service that the pages of `npm run dev` talk to. */
const SERVICE = "http://127.0.0.1:8080";

/** What nearly every page needs comes as one file instead of thirty; charts and the QR code stay with the pages that show them. */
const firstPage = {
	name: "framework",
	test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|set-cookie-parser|clsx|@floating-ui|@tanstack|@mantine[\\/](core|hooks|form|notifications|store)|react-remove-scroll|react-number-format|tslib)[\\/]/,
};

export default defineConfig({
	plugins: [react(), themeCss(), compressed()],
	build: {
		outDir: "../dist/web",
		emptyOutDir: true,
		target: "es2022",
		// Data URLs would need a wider content policy.
		assetsInlineLimit: 0,
		rolldownOptions: { output: { codeSplitting: { groups: [firstPage] } } },
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 700,
	},
	server: {
		proxy: Object.fromEntries(["/portal", "/api", "/docs"].map((path) => [path, { target: SERVICE }])),
	},
});
