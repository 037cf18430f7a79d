import { expect, test } from "vitest";
import { actions, describeAction } from "../src/billing/actions.ts";
import { actionName } from "../web/src/format/actions.ts";

/** Without what is counted: `Bulk availability, 2 barcodes`. */
const withoutCount = (text: string) => text.replace(/, \d+ \w+$|^\d+ /, "");

test.each(actions.filter((action) => action !== "products.get"))("%s has one name everywhere", (action) => {
	const inLedger = withoutCount(describeAction(action, 2).text.replace("2 × ", ""));
	expect(actionName(action).toLowerCase()).toBe(inLedger.toLowerCase());
});
