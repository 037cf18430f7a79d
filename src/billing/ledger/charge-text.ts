import { describeAction, isAction } from "../prices/actions.ts";

interface CountedAction {
	readonly action: string;
	readonly quantity: number;
}

/**
 * Describes a charge in words: `Product 0725272730706: product facts, 2 pictures`, or `Bulk existence check, 500 barcodes`.
 * @param barcode null for calls that are not about one product, and for rows written by versions that did not record it
 * @param orderId the order that the charge paid for: `Order: 12 × product facts, 9 pictures`
 * @returns an empty text when there are no lines
 */
export function chargeText(
	lines: readonly CountedAction[],
	barcode: string | null,
	orderId: string | null = null,
): string {
	const texts = lines.map(actionText);
	const parts = texts.filter(({ isPart }) => isPart).map(({ text }) => text);
	const product = barcode === null ? "Product" : `Product ${barcode}`;
	const subject = orderId === null ? product : "Order";
	return [
		...(parts.length > 0 ? [`${subject}: ${parts.join(", ")}`] : []),
		...texts.filter(({ isPart }) => !isPart).map(({ text }) => text),
	].join("; ");
}

/** An action unknown to this version is described by its name. */
function actionText({ action, quantity }: CountedAction) {
	return isAction(action)
		? describeAction(action, quantity)
		: { text: `${quantity} × ${action}`, isPart: false };
}
