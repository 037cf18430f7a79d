import { Button, Select } from "@mantine/core";
import { IconDownload, IconFileZip } from "@tabler/icons-react";
import { routeUrl } from "../../api/call.ts";
import type { Order, PictureNames } from "../../api/shapes.ts";
import { useAction } from "../../api/use-route.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { followLink } from "../../parts/save-file.ts";
import { useRemembered } from "../../parts/use-remembered.ts";
import classes from "./Orders.module.css";

const FORMATS = ["csv", "xlsx", "ndjson"] as const;

const NAMES: readonly { readonly value: PictureNames; readonly label: string }[] = [
	{ value: "barcode", label: "0725272730706_front.jpg" },
	{ value: "gs1", label: "GS1: 00725272730706_C1N1.jpg" },
];

interface DownloadsProps {
	readonly clientId: string;
	readonly order: Order;
}

/** Everything as one ZIP, which the browser saves while it is being created; the data alone as a table. */
export function Downloads({ clientId, order: { order_id } }: DownloadsProps) {
	const path = { client_id: clientId, order_id };
	const archive = useAction("POST /keys/{client_id}/orders/{order_id}/archive", { path });
	const [names, setNames] = useRemembered<PictureNames>("packshot-picture-names", "barcode");
	const download = () => archive.mutate({ body: { names } }, { onSuccess: ({ url }) => followLink(url) });
	return (
		<Surface
			description="Free, as often as you like. Each download is marked as yours."
			title="Download everything"
		>
			{archive.error ? <FailureNotice error={archive.error} /> : null}
			<div className={classes.files}>
				<Select
					allowDeselect={false}
					className={classes.names ?? ""}
					data={[...NAMES]}
					label="File names"
					onChange={(chosen) => setNames(chosen === "gs1" ? "gs1" : "barcode")}
					value={names}
				/>
				<Button
					leftSection={<IconFileZip aria-hidden="true" size={18} stroke={1.7} />}
					loading={archive.isPending}
					onClick={download}
				>
					Pictures and data (ZIP)
				</Button>
				{FORMATS.map((format) => (
					<Button
						component="a"
						download
						href={routeUrl("GET /keys/{client_id}/orders/{order_id}/metadata", { path, query: { format } })}
						key={format}
						leftSection={<IconDownload aria-hidden="true" size={16} stroke={1.7} />}
						variant="default"
					>
						Data as {format.toUpperCase()}
					</Button>
				))}
			</div>
		</Surface>
	);
}
