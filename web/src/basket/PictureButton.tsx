import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useAction, type Variant } from "../api/routes.ts";
import { VARIANT_NAMES } from "../format/product-words.ts";
import { followLink } from "../parts/Copy.tsx";
import { notifyFailure } from "../parts/toast.tsx";

/** A picture of an order. */
export interface BoughtPicture {
	readonly clientId: string;
	readonly orderId: string;
	readonly barcode: string;
	readonly variant: Variant;
	/** The product's name. */
	readonly product: string;
}

interface PictureButtonProps extends Pick<ButtonProps, "size" | "variant"> {
	readonly picture: BoughtPicture;
	readonly children: string;
}

/** Downloads a bought picture, free of charge. */
export function PictureButton({ picture, children, ...look }: PictureButtonProps) {
	const { clientId, orderId, barcode, variant, product } = picture;
	const issue = useAction("POST /keys/{client_id}/orders/{order_id}/picture", {
		path: { client_id: clientId, order_id: orderId },
	});
	const fileName = `${barcode}_${variant}.${variant.endsWith("_clean") ? "png" : "jpg"}`;
	const download = () =>
		issue.mutate(
			{ body: { barcode, variant } },
			{ onSuccess: ({ url }) => followLink(url, fileName), onError: notifyFailure },
		);
	return (
		<Button
			{...look}
			aria-label={`Download ${VARIANT_NAMES[variant].toLowerCase()} of ${product}`}
			leftSection={<IconDownload aria-hidden="true" size={14} stroke={1.8} />}
			loading={issue.isPending}
			onClick={download}
		>
			{children}
		</Button>
	);
}
