import { Anchor, Button, Checkbox, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { routeUrl } from "../../api/call.ts";
import { type Order, type PictureNames, type Shop, useAction } from "../../api/routes.ts";
import { Delivered } from "../../basket/Delivered.tsx";
import { formatMoment } from "../../format/dates.ts";
import { DownloadButton } from "../../parts/ActionButton.tsx";
import { followLink } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Page.tsx";
import { useRemembered } from "../../parts/use-remembered.ts";
import classes from "./Downloads.module.css";
import { namelessWords } from "./nameless.ts";

interface DownloadsProps {
	readonly clientId: string;
	readonly order: Order;
}

/** An order's files, for a shop or as they are. */
export function Downloads({ clientId, order }: DownloadsProps) {
	const [target, setTarget] = useRemembered<Target>("packshot-files-for", "plain");
	return (
		<Surface description="Free, as often as you like. Each download is marked as yours." title="Download">
			<Stack align="flex-start">
				<Delivered
					drawn={order.drawn_pictures}
					pictures={order.pictures}
					thumbnail={order.lines.find(({ variants }) => variants.length > 0)?.thumbnail ?? null}
				/>
				<SegmentedControl
					aria-label="Files for"
					maw="100%"
					data={TARGETS}
					size="xs"
					onChange={setTarget}
					value={target}
				/>
				{target === "plain" ? (
					<PlainFiles clientId={clientId} order={order} />
				) : (
					<ShopFiles clientId={clientId} key={target} order={order} shop={target} />
				)}
				{order.lines.some(({ alerts }) => alerts.length > 0) ? (
					<Text size="sm">
						Products in it have live kosher alerts. The files of data have hechshers as you bought them: what
						the alerts say is above, and as <b>alerts.csv</b> in the ZIP of plain files.
					</Text>
				) : null}
			</Stack>
		</Surface>
	);
}

interface ShopSteps {
	readonly label: string;
	/** What to do with the unpacked pictures. */
	readonly pictures: ReactNode;
	/** What the shop has to know of them; undefined: it finds them by their names. */
	readonly address?: string;
	/** What to do with the file. */
	readonly file: ReactNode;
}

/** How a shop takes new products, in three steps. */
const STEPS: Readonly<Record<Shop, ShopSteps>> = {
	woocommerce: {
		label: "WooCommerce",
		pictures: (
			<>
				Download the pictures, unpack them, and upload them all under <b>Media › Add New</b>. Keep their
				names.
			</>
		),
		file: (
			<>
				Under <b>Products › Import</b>, choose the file and run the importer. Products arrive as drafts: set
				prices, then publish.
			</>
		),
	},
	shopify: {
		label: "Shopify",
		pictures: (
			<>
				Download the pictures, unpack them, and upload them all under <b>Content › Files</b>. Keep their
				names.
			</>
		),
		address: "Link of any one of them, as Shopify shows it",
		file: (
			<>
				Under <b>Products › Import</b>, choose the file. Products arrive as drafts: set prices, then make them
				active.
			</>
		),
	},
	"google-merchant": {
		label: "Google",
		pictures: (
			<>
				Download the pictures, unpack them, and put them on your website. Leave them there: Google fetches
				them again and again.
			</>
		),
		address: "Address of any one of them on your website",
		file: (
			<>
				Fill in the columns <b>link</b>, <b>availability</b> and <b>price</b>, and add the file to Merchant
				Center as a source of products. Products whose name or description you did not buy are not in it.
			</>
		),
	},
};

type Target = Shop | "plain";
const TARGETS = [
	...Object.entries(STEPS).map(([value, { label }]) => ({ value: value as Target, label })),
	{ value: "plain" as const, label: "Plain files" },
];

function ShopFiles({ clientId, order, shop }: DownloadsProps & { readonly shop: keyof typeof STEPS }) {
	const { pictures, address, file } = STEPS[shop];
	const [typed, setTyped] = useState("");
	const isUrl = /^https?:\/\/[^/]/i.test(typed.trim()) && URL.canParse(typed.trim());
	const isReady = address === undefined || isUrl;
	const [isWhole, setWhole] = useState(order.completed_by.length > 0);
	const named = new Set(isWhole ? order.completed_by.flatMap(({ facts_of }) => facts_of) : []);
	const nameless = namelessWords(order.lines.filter(({ barcode }) => !named.has(barcode)));
	const path = { client_id: clientId, order_id: order.order_id };
	const query = {
		format: shop,
		...(address === undefined ? {} : { image_base_url: typed.trim() }),
		...(isWhole ? { with_other_orders: true } : {}),
	};
	return (
		<ol className={classes.steps}>
			{order.pictures > 0 ? (
				<li>
					<p>{pictures}</p>
					<ArchiveButton clientId={clientId} names="shop" order={order} variant="default">
						Pictures (ZIP)
					</ArchiveButton>
				</li>
			) : null}
			<li>
				<p>
					Download the file of products. It has what {isWhole ? "your orders have" : "this order has"} of
					each.
				</p>
				<OtherOrders clientId={clientId} isChosen={isWhole} onChoice={setWhole} orders={order.completed_by} />
				{nameless === undefined || shop === "google-merchant" ? null : <p>{nameless}</p>}
				{address === undefined ? null : (
					<TextInput
						maw="30rem"
						mb="0.625rem"
						error={typed.trim() === "" || isUrl ? null : "An address begins with https://"}
						inputMode="url"
						label={address}
						onChange={(event) => setTyped(event.currentTarget.value)}
						placeholder={`https://…/${order.lines[0]?.barcode ?? "0725272730706"}_front.jpg`}
						type="url"
						value={typed}
					/>
				)}
				{isReady ? (
					<DownloadButton
						href={routeUrl("GET /keys/{client_id}/orders/{order_id}/metadata", { path, query })}
					>
						File of products
					</DownloadButton>
				) : (
					<Button disabled variant="default">
						File of products
					</Button>
				)}
			</li>
			<li>
				<p>{file}</p>
			</li>
		</ol>
	);
}

interface OtherOrdersProps {
	readonly clientId: string;
	readonly orders: Order["completed_by"];
	readonly isChosen: boolean;
	readonly onChoice: (isChosen: boolean) => void;
}

/** Whether their data is in the file, too. Their pictures are not in this order's ZIP. */
function OtherOrders({ clientId, orders, isChosen, onChoice }: OtherOrdersProps) {
	if (orders.length === 0) return null;
	const links = orders.map(({ order_id, name, bought_at }, place) => (
		<Fragment key={order_id}>
			{place > 0 ? ", " : ""}
			<Anchor component={Link} inherit to={`/orders/${order_id}?key=${clientId}`}>
				<bdi>{name ?? `Order of ${formatMoment(bought_at)}`}</bdi>
			</Anchor>
		</Fragment>
	));
	const description = orders.some(({ has_more_pictures }) => has_more_pictures) ? (
		<>Their pictures are not in this ZIP: upload those of {links} as well.</>
	) : (
		<>That is {links}.</>
	);
	return (
		<Checkbox
			checked={isChosen}
			description={description}
			label="Add what other orders have of these products"
			maw="30rem"
			mb="0.625rem"
			onChange={(event) => onChoice(event.currentTarget.checked)}
		/>
	);
}

const FORMATS = ["csv", "xlsx", "ndjson"] as const;

const NAMES: readonly { readonly value: PictureNames; readonly label: string }[] = [
	{ value: "barcode", label: "0725272730706_front.jpg" },
	{ value: "gs1", label: "GS1: 00725272730706_C1N1.jpg" },
];

/** Everything as one ZIP; the data alone as a table. */
function PlainFiles({ clientId, order }: DownloadsProps) {
	const path = { client_id: clientId, order_id: order.order_id };
	const [names, setNames] = useRemembered<PictureNames>("packshot-picture-names", "barcode");
	return (
		<div className={classes.files}>
			<Select
				allowDeselect={false}
				className={classes.names ?? ""}
				data={[...NAMES]}
				label="File names"
				onChange={(chosen) => setNames(chosen === "gs1" ? "gs1" : "barcode")}
				value={names}
			/>
			<ArchiveButton clientId={clientId} names={names} order={order} variant="filled">
				{order.pictures > 0 ? "Pictures and data (ZIP)" : "Data (ZIP)"}
			</ArchiveButton>
			{FORMATS.map((format) => (
				<DownloadButton
					href={routeUrl("GET /keys/{client_id}/orders/{order_id}/metadata", { path, query: { format } })}
					key={format}
				>
					Data as {format.toUpperCase()}
				</DownloadButton>
			))}
		</div>
	);
}

interface ArchiveButtonProps extends DownloadsProps {
	readonly names: PictureNames;
	readonly variant: "filled" | "default";
	readonly children: ReactNode;
}

/** Downloads the ZIP, which the browser saves while it is being created. */
function ArchiveButton({ clientId, order: { order_id }, names, variant, children }: ArchiveButtonProps) {
	const path = { client_id: clientId, order_id };
	const archive = useAction("POST /keys/{client_id}/orders/{order_id}/archive", { path });
	const download = () => archive.mutate({ body: { names } }, { onSuccess: ({ url }) => followLink(url) });
	return (
		<>
			<FailureNotice error={archive.error} />
			<Button
				leftSection={<IconFileZip aria-hidden="true" size={18} stroke={1.7} />}
				loading={archive.isPending}
				onClick={download}
				variant={variant}
			>
				{children}
			</Button>
		</>
	);
}
