import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkImports } from "./batches/check-imports.ts";

export const importChecks: readonly Check[] = [
	{
		name: "imports",
		async examine({ db }) {
			const document = await checkImports(db);
			const fine = `${counted(document.imports, "import")} with their reports and refusals`;
			return { document, fine, faults: document.faults };
		},
	},
];
