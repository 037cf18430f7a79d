import { Button, Select, Stack } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useParams } from "react-router";
import { routeUrl } from "../../api/call.ts";
import { type Key, type Order, type PictureNames, useAction, useRoute } from "../../api/routes.ts";
import { useBasket } from "../../basket/basket.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { countInWords, creditsInWords } from "../../format/credits.ts";
import { formatMoment } from "../../format/dates.ts";
import { daysLeft } from "../../format/days-left.ts";
import { DownloadButton } from "../../parts/ActionButton.tsx";
import { followLink } from "../../parts/Copy.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { FailedPage, PageHead, Surface } from "../../parts/Page.tsx";
import { notifyFailure, notifySuccess } from "../../parts/toast.tsx";
import { useRemembered } from "../../parts/use-remembered.ts";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { LineTable } from "./LineTable.tsx";
import classes from "./Orders.module.css";

/** One order: what was bought, with all downloads. */
export function OrderPage() {
	const { orderId = "" } = useParams();
	return (
		<WithPayingKey name="Order">
			{(key) => <OrderOf key={key.client_id} orderId={orderId} payingKey={key} />}
		</WithPayingKey>
	);
}

function OrderOf({ payingKey, orderId }: { readonly payingKey: Key; readonly orderId: string }) {
	const { client_id, client_name } = payingKey;
	const {
		data: order,
		error,
		refetch,
	} = useRoute("GET /keys/{client_id}/orders/{order_id}", { path: { client_id, order_id: orderId } });
	const back = { to: `/orders?key=${client_id}`, name: "Orders" };
	if (error) {
		return (
			<FailedPage
				back={back}
				error={error}
				name="Order"
				onRetry={refetch}
				title="This order cannot be shown"
			/>
		);
	}
	if (!order) return <WaitingPage />;
	const { name, created_at, credits, expires_at, line_count, found_count } = order;
	const missing = line_count - found_count;
	return (
		<>
			<PageHead
				actions={<OrderAgain order={order} />}
				back={back}
				description={
					<span className={classes.facts}>
						<span>{formatMoment(created_at)}</span>
						<span>{creditsInWords(credits)}</span>
						<span>
							Key <bdi>{client_name}</bdi>
						</span>
						<span>{daysLeft(expires_at, Date.now())}</span>
					</span>
				}
				name={name ?? "Order"}
				title={<bdi>{name ?? "Order"}</bdi>}
			/>
			<Stack gap="lg">
				{found_count > 0 ? <Downloads clientId={client_id} order={order} /> : null}
				<Surface
					description={
						missing > 0
							? `${countInWords(missing, "product")} not in the catalogue, at no charge.`
							: undefined
					}
					flush
					title={countInWords(line_count, "product")}
				>
					<LineTable clientId={client_id} order={order} />
				</Surface>
			</Stack>
		</>
	);
}

/** Orders the same products again, for what has changed since. */
function OrderAgain({ order: { lines } }: { readonly order: Order }) {
	const { put } = useBasket();
	const again = () =>
		put.mutate(
			lines.map(({ barcode }) => ({ barcode })),
			{
				onSuccess: () => notifySuccess("The products are in your basket."),
				onError: notifyFailure,
			},
		);
	return (
		<Button loading={put.isPending} onClick={again} variant="default">
			Put in the basket again
		</Button>
	);
}

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
function Downloads({ clientId, order: { order_id } }: DownloadsProps) {
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
					<DownloadButton
						href={routeUrl("GET /keys/{client_id}/orders/{order_id}/metadata", { path, query: { format } })}
						key={format}
					>
						Data as {format.toUpperCase()}
					</DownloadButton>
				))}
			</div>
		</Surface>
	);
}
