import { actionName, actions } from "../src/billing/prices/actions.ts";

/** The file from which the pages take the names of actions. */
export function actionNamesFile(): string {
	const lines = actions.map((action) => `\t"${action}": "${actionName(action)}",`);
	return `/** What can cost credits, in words. Written by \`npm run openapi\`. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`;
}
