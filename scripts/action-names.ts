import { type Action, actions, describeAction } from "../src/billing/actions.ts";

/** The words of a ledger without what they count: `Bulk availability, 2 barcodes` is called `Bulk availability`. */
export function actionName(action: Action): string {
	const words = describeAction(action, 2)
		.text.replace("2 × ", "")
		.replace(/, \d+ \w+$|^\d+ /, "");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The file that the pages know the names from. */
export function actionNamesFile(): string {
	const lines = actions.map((action) => `\t"${action}": "${actionName(action)}",`);
	return `/** What can cost credits, in words. Written by \`npm run openapi\`. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`;
}
