import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { keptLicences } from "../scripts/kept-licences.ts";
import { compressed } from "./compressed.ts";
import { endpointList } from "./endpoint-list.ts";
import { fontFiles } from "./font-files.ts";
import { pageIcons } from "./page-icons.ts";
import { storefrontFiles } from "./storefront-files.ts";
import { themeCss } from "./theme-css.ts";

/** The service that the pages of `npm run dev` talk to. */
const SERVICE = "http://127.0.0.1:8080";

/**
 * What the first page needs comes as one file. What nearly all others share comes as another instead of thirty; charts, the QR code and what a
 * single page takes of these folders stay with the pages that show them.
 */
const groups = [
	{ name: "first", tags: ["$initial" as const], priority: 1 },
	{
		name: "portal",
		minShareCount: 2,
		test: /node_modules[\\/](@floating-ui|@tanstack|@tabler|@mantine[\\/](core|hooks|form|notifications|store)|react-[a-z-]+|tslib|clsx)[\\/]|web[\\/]src[\\/](api|format|parts|shell|theme)[\\/]/,
	},
];

/** The first script names all others, and hashes do not compress: 42 bits tell the builds of a file apart. */
const HASHED = {
	chunkFileNames: "assets/[name]-[hash:7].js",
	assetFileNames: "assets/[name]-[hash:7][extname]",
};

const licences = { ...keptLicences("licences.txt", "The pages"), apply: "build" as const };

export default defineConfig({
	resolve: { tsconfigPaths: true },
	plugins: [
		react(),
		themeCss(),
		fontFiles(),
		endpointList(),
		pageIcons(),
		storefrontFiles(),
		compressed(),
		licences,
	],
	build: {
		outDir: "../dist/web",
		emptyOutDir: true,
		target: "es2022",
		// Data URLs would need a wider content policy.
		assetsInlineLimit: 0,
		rolldownOptions: { output: { ...HASHED, codeSplitting: { groups } } },
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		chunkSizeWarningLimit: 700,
	},
	server: {
		proxy: Object.fromEntries(
			["/portal", "/api", "/openapi.json"].map((path) => [path, { target: SERVICE }]),
		),
	},
});
