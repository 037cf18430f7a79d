import { Button, Stack } from "@mantine/core";
import { useParams } from "react-router";
import { type Key, type Order, useRoute } from "../../api/routes.ts";
import { useMay } from "../../api/use-may.ts";
import { useBasket } from "../../basket/basket.ts";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { countInWords, creditsInWords } from "../../format/credits.ts";
import { formatMoment } from "../../format/dates.ts";
import { daysLeft } from "../../format/days-left.ts";
import { FailedPage, PageHead, Surface } from "../../parts/Page.tsx";
import { told } from "../../parts/toast.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { Downloads } from "./Downloads.tsx";
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
	const { buy } = useMay();
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
				actions={buy ? <OrderAgain order={order} /> : null}
				back={back}
				description={
					<span className={classes.facts}>
						<span>{formatMoment(created_at)}</span>
						<span>{creditsInWords(credits)}</span>
						<span>
							Paid from <bdi>{client_name}</bdi>
						</span>
						<span>{daysLeft(expires_at, Date.now())}</span>
					</span>
				}
				name={name ?? "Order"}
			/>
			<HeldAlerts of={order.lines} />
			<Stack gap="lg">
				{buy && found_count > 0 ? (
					<div data-unprinted>
						<Downloads clientId={client_id} order={order} />
					</div>
				) : null}
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
			told("The products are in your basket."),
		);
	return (
		<Button loading={put.isPending} onClick={again} variant="default">
			Put in the basket again
		</Button>
	);
}
