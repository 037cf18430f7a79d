import { describeAction, isAction } from "./actions.ts";

interface CountedAction {
	readonly action: string;
	readonly quantity: number;
}

/**
 * What a charge was for, in words: `Product 0725272730706: info, 2 pictures`, or `Bulk check, 500 barcodes`.
 * @param barcode null for calls that are not about one product, and where an earlier version did not write it
 * @returns an empty text when there are no lines
 */
export function chargeText(lines: readonly CountedAction[], barcode: string | null): string {
	const texts = lines.map(actionText);
	const parts = texts.filter(({ isPart }) => isPart).map(({ text }) => text);
	const product = barcode === null ? "Product" : `Product ${barcode}`;
	return [
		...(parts.length > 0 ? [`${product}: ${parts.join(", ")}`] : []),
		...texts.filter(({ isPart }) => !isPart).map(({ text }) => text),
	].join("; ");
}

/** An action that this version does not know has no words. */
function actionText({ action, quantity }: CountedAction) {
	return isAction(action)
		? describeAction(action, quantity)
		: { text: `${quantity} × ${action}`, isPart: false };
}
