import { Button } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type OrderSummary, usePages } from "../../api/routes.ts";
import { HeldAlerts } from "../../basket/HeldAlerts.tsx";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { countInWords } from "../../format/credits.ts";
import { formatMoment } from "../../format/dates.ts";
import { daysLeft } from "../../format/days-left.ts";
import { type Column, EmptyState, Listing } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import classes from "./Orders.module.css";

/** What a key bought and can still be downloaded, newest first. */
export function Orders() {
	const description = "What you bought can be downloaded again, free of charge, until the order expires.";
	return (
		<WithPayingKey head={<PageHead description={description} name="Orders" />}>
			{(key, keySelect) => <OrdersOf clientId={key.client_id} key={key.client_id} keySelect={keySelect} />}
		</WithPayingKey>
	);
}

interface OrdersOfProps {
	readonly clientId: string;
	readonly keySelect: ReactNode;
}

function OrdersOf({ clientId, keySelect }: OrdersOfProps) {
	const orders = usePages("GET /keys/{client_id}/orders", {
		path: { client_id: clientId },
		query: { per_page: 25 },
	});
	return (
		<>
			<HeldAlerts />
			<Surface flush>
				{keySelect ? <div className={classes.filters}>{keySelect}</div> : null}
				<Listing
					query={orders}
					waiting={6}
					more="Older orders"
					columns={columnsFor(clientId)}
					isDense
					name="Orders"
					rowKey={({ order_id }) => order_id}
				>
					<EmptyState
						action={
							<Button component={Link} to="/basket" variant="default">
								Go to the basket
							</Button>
						}
						icon={IconPackage}
						title="No orders"
					>
						There is nothing that can still be downloaded.
					</EmptyState>
				</Listing>
			</Surface>
		</>
	);
}

function columnsFor(clientId: string): readonly Column<OrderSummary>[] {
	return [
		{
			name: "Order",
			isTitle: true,
			cell: ({ order_id, name, created_at }) => (
				<span className={classes.facts}>
					<Link className={classes.link} to={`/orders/${order_id}?key=${clientId}`}>
						<bdi>{name ?? `Order of ${formatMoment(created_at)}`}</bdi>
					</Link>
					{name === null ? null : <Moment at={created_at} />}
				</span>
			),
		},
		{
			name: "Products",
			cell: ({ found_count, line_count }) =>
				found_count === line_count
					? countInWords(line_count, "product")
					: `${found_count} of ${countInWords(line_count, "product")} found`,
		},
		{ name: "Download", cell: ({ expires_at }) => daysLeft(expires_at, Date.now()) },
		{ name: "Credits", credits: ({ credits }) => credits },
	];
}
