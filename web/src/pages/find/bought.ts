import type { FoundProduct, Scope, Variant } from "../../api/routes.ts";
import type { BoughtPicture } from "../../basket/PictureButton.tsx";

type Order = NonNullable<FoundProduct["bought"]>["orders"][number];

/** The newest order that contains a scope of a product. */
export function orderOfScope({ bought }: Pick<FoundProduct, "bought">, scope: Scope): Order | undefined {
	return bought?.orders.find(({ scopes }) => (scopes as readonly Scope[]).includes(scope));
}

/** The order that contains a picture: in full size, if one does; else the newest. */
export function orderOfPicture(
	{ bought }: Pick<FoundProduct, "bought">,
	variant: Variant,
): Order | undefined {
	const orders = (bought?.orders ?? []).filter(({ variants }) => variants.includes(variant));
	return orders.find(({ size }) => size === null) ?? orders[0];
}

/** The pictures of a product that can be downloaded. */
export function boughtPictures(product: FoundProduct, clientId: string): readonly BoughtPicture[] {
	const { barcode, name } = product;
	return product.variants.flatMap(({ variant }) => {
		const order = orderOfPicture(product, variant);
		return order ? { clientId, orderId: order.order_id, barcode, variant, product: name ?? barcode } : [];
	});
}
