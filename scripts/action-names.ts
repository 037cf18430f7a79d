import { type Action, actions, describeAction } from "../src/billing/prices/actions.ts";

/** The ledger's wording without the quantity: `Bulk availability, 2 barcodes` becomes `Bulk availability`. */
export function actionName(action: Action): string {
	const words = describeAction(action, 2)
		.text.replace("2 × ", "")
		.replace(/, \d+ \w+$|^\d+ /, "");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The file from which the pages take the names of actions. */
export function actionNamesFile(): string {
	const lines = actions.map((action) => `\t"${action}": "${actionName(action)}",`);
	return `/** What can cost credits, in words. Written by \`npm run openapi\`. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`;
}
