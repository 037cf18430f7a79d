import { Anchor, Button, Text } from "@mantine/core";
import { Link } from "react-router";
import { type AdminAlert, POLLED, usePages } from "../../../api/routes.ts";
import { alertTitle } from "../../../format/alert-kinds.ts";
import { stateOf } from "../../../format/alerts.ts";
import { countInWords } from "../../../format/credits.ts";
import { type Column, Listing } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";

const COLUMNS: readonly Column<AdminAlert>[] = [
	{
		name: "Alert",
		isTitle: true,
		cell: (alert) => (
			<Anchor component={Link} to={`/admin/alerts/${alert.alert_id}`}>
				<bdi>{alertTitle(alert)}</bdi>
			</Anchor>
		),
	},
	{ name: "Products", cell: ({ barcodes }) => countInWords(barcodes.length, "product") },
	{ name: "State", cell: (alert) => stateOf(alert) },
	{
		name: "Changed",
		cell: ({ changed_at }) => (changed_at === null ? "Not yet" : <Ago at={changed_at} />),
	},
];

/** Kosher alerts, newest first. */
export function Alerts() {
	const alerts = usePages("GET /admin/alerts", { query: {} }, POLLED);
	return (
		<>
			<PageHead
				actions={
					<Button component={Link} to="/admin/alerts/new">
						Write an alert
					</Button>
				}
				description="What went wrong with hechshers of products: sent at once to whoever follows, and shown until it ends."
				name="Kosher alerts"
			/>
			<Surface flush>
				<Listing
					columns={COLUMNS}
					name="Kosher alerts"
					rowKey={({ alert_id }) => alert_id}
					more="Earlier alerts"
					query={alerts}
					waiting={3}
				>
					<Text p="md">There are no alerts.</Text>
				</Listing>
			</Surface>
		</>
	);
}
