import { Modal, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Review } from "../../../api/shapes.ts";
import { PicturePair } from "./PicturePair.tsx";
import classes from "./Review.module.css";

interface ZoomDialogProps {
	readonly review: Review;
	readonly onClose: () => void;
}

/** The pictures as large as the screen allows, or pixel by pixel. */
export function ZoomDialog({ review, onClose }: ZoomDialogProps) {
	const [scale, setScale] = useState("fit");
	return (
		<Modal fullScreen onClose={onClose} opened title="Pictures">
			<SegmentedControl
				aria-label="Size"
				data={[
					{ value: "fit", label: "Whole" },
					{ value: "full", label: "Pixel by pixel" },
				]}
				onChange={setScale}
				size="sm"
				value={scale}
			/>
			<div className={classes.zoom} data-scale={scale}>
				{review.pictures.map((picture) => (
					<PicturePair barcode={review.barcode} key={picture.picture_id} picture={picture} />
				))}
			</div>
		</Modal>
	);
}
