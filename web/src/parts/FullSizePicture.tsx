import { Modal } from "@mantine/core";
import { routeUrl } from "../api/call.ts";
import type { ProposedPicture } from "../api/routes.ts";
import classes from "./FullSizePicture.module.css";

interface FullSizePictureProps {
	readonly barcode: string;
	readonly picture: Pick<ProposedPicture, "variant" | "width" | "height">;
	/** Which picture it is, such as `Front`. */
	readonly name: string;
	readonly title: string;
	readonly onClose: () => void;
}

/** A current picture of the catalogue in full size: a delivery to the account that looks at it. */
export function FullSizePicture({ barcode, picture, name, title, onClose }: FullSizePictureProps) {
	const { variant, width, height } = picture;
	return (
		<Modal onClose={onClose} opened size="xl" title={title}>
			<img
				alt={name}
				className={classes.full}
				height={height}
				src={routeUrl("GET /admin/catalogue/products/{barcode}/pictures/{variant}", {
					path: { barcode, variant },
				})}
				width={width}
			/>
			<p className={classes.note}>
				This is what a client would get, but marked for you: a leaked copy can be traced to your account.
				Viewing it is free and is recorded in the activity.
			</p>
		</Modal>
	);
}
