import { Loader, Modal, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { blobOf, succeeded } from "../../api/exchange.ts";
import type { RouteKey } from "../../api/routes.ts";
import type { BoughtPicture } from "../../basket/PictureButton.tsx";
import { isolated } from "../../format/isolated.ts";
import { VARIANT_NAMES } from "../../format/product-words.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { useObjectUrl } from "../../parts/use-object-url.ts";
import classes from "./LargePicture.module.css";

interface LargePictureProps {
	readonly picture: BoughtPicture;
	readonly onClose: () => void;
}

const ZOOMS = [
	{ value: "fit", label: "Whole" },
	{ value: "1", label: "100 %" },
	{ value: "2", label: "200 %" },
];

/** A bought picture, as it is delivered: a delivery of its own, free of charge. A click on it zooms. */
export function LargePicture({ picture, onClose }: LargePictureProps) {
	const delivered = useDelivered(picture);
	const [zoom, setZoom] = useState("fit");
	const title = `${isolated(picture.product)}: ${VARIANT_NAMES[picture.variant].toLowerCase()}`;
	return (
		<Modal onClose={onClose} opened size="min(72rem, 100%)" title={title}>
			<div className={classes.bar}>
				<p className="note">Free. It is delivered to you like a download: recorded, and marked as yours.</p>
				<SegmentedControl aria-label="Size on the screen" data={ZOOMS} onChange={setZoom} value={zoom} />
			</div>
			<FailureNotice
				error={delivered.error}
				onRetry={() => delivered.refetch()}
				title="The picture could not be loaded"
			/>
			{delivered.isPending ? <Loader aria-label="Loading" role="status" size="sm" /> : null}
			{delivered.data ? (
				<Zoomed
					blob={delivered.data}
					name={title}
					isCutOut={picture.variant.endsWith("_clean")}
					onToggle={() => setZoom(zoom === "fit" ? "1" : "fit")}
					zoom={zoom}
				/>
			) : null}
		</Modal>
	);
}

interface ZoomedProps {
	readonly blob: Blob;
	readonly name: string;
	readonly zoom: string;
	readonly isCutOut: boolean;
	readonly onToggle: () => void;
}

function Zoomed({ blob, name, zoom, isCutOut, onToggle }: ZoomedProps) {
	const url = useObjectUrl(blob);
	const [widthPx, setWidthPx] = useState<number>();
	if (!url) return null;
	return (
		<section
			aria-label="Picture"
			className={classes.view}
			data-cut-out={isCutOut || undefined}
			data-zoom={zoom}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard
			tabIndex={0}
		>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the control above does the same */}
			<img
				alt={name}
				onClick={onToggle}
				onLoad={(event) => setWidthPx(event.currentTarget.naturalWidth)}
				src={url}
				width={zoom === "fit" || widthPx === undefined ? undefined : widthPx * Number(zoom)}
			/>
		</section>
	);
}

/** Fetched once for as long as the page is open: each time would be one more delivery. */
function useDelivered({ clientId, orderId, barcode, variant }: BoughtPicture) {
	const path = { client_id: clientId, order_id: orderId };
	const body = { barcode, variant };
	return useQuery({
		queryKey: ["POST /keys/{client_id}/orders/{order_id}/picture", { path, body }] satisfies RouteKey,
		queryFn: async ({ signal }) => {
			const { url } = await call("POST /keys/{client_id}/orders/{order_id}/picture", { path, body }, signal);
			// From where this page comes from: the content policy admits no other host.
			const { pathname } = new URL(url);
			const own = pathname.slice(pathname.indexOf("/api/v1/image/"));
			return blobOf(await succeeded(own, { credentials: "omit", signal }), signal);
		},
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnMount: false,
		retry: false,
	});
}
