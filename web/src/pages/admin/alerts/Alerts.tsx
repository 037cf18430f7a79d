import { Anchor, Button, Text } from "@mantine/core";
import { Link } from "react-router";
import { type AdminAlert, POLLED, usePages } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { type Column, Listing } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { KIND_WORDS } from "./alert-fields.ts";

const COLUMNS: readonly Column<AdminAlert>[] = [
	{
		name: "Alert",
		isTitle: true,
		cell: (alert) => (
			<Anchor component={Link} to={`/admin/alerts/${alert.alert_id}`}>
				<bdi>{titleOf(alert)}</bdi>
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

export function titleOf({ kind, symbol, designation }: AdminAlert): string {
	const named = [symbol, designation].filter(Boolean).join(" ");
	return named === "" ? KIND_WORDS[kind] : `${KIND_WORDS[kind]}: ${named}`;
}

export function stateOf({ is_under_way, published_at, outcome }: AdminAlert): string {
	if (is_under_way) return published_at === null ? "Being published" : "Being changed";
	if (outcome === "mistaken") return "Ended: a mistake";
	return outcome === "settled" ? "Settled" : "Live";
}
