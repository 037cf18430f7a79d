import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Fragment } from "react";
import { Link } from "react-router";
import { useRoute } from "../api/routes.ts";
import { alertTitle } from "../format/alert-kinds.ts";

const REFETCH_MS = 60_000;
/** Products that an alert names. */
const NAMED = 3;

interface ShownProduct {
	readonly barcode: string;
	readonly name: string | null;
	readonly alerts: readonly string[];
}

interface HeldAlertsProps {
	/** The products that are shown: alerts about others are left out. Undefined: everything that the account holds. */
	readonly of?: readonly ShownProduct[];
}

/** Kosher alerts about what the account holds: above everything else, because somebody may eat it. */
export function HeldAlerts({ of }: HeldAlertsProps) {
	const { data } = useRoute("GET /alerts", {}, { refetchInterval: REFETCH_MS });
	const shown = (data?.data ?? []).flatMap((alert) => {
		if (!of) return { ...alert, count: alert.products, named: alert.first_products };
		const named = of.filter(({ alerts }) => alerts.includes(alert.alert_id));
		return named.length === 0 ? [] : { ...alert, count: named.length, named: named.slice(0, NAMED) };
	});
	if (shown.length === 0) return null;
	return (
		<Stack gap="sm" mb="md">
			{shown.map(({ alert_id, count, named, message, lots, source, ...alert }) => (
				<Alert color="red" icon={<IconAlertTriangle />} key={alert_id} title={alertTitle(alert)}>
					<Text component="p" size="sm" style={{ unicodeBidi: "plaintext", whiteSpace: "pre-line" }}>
						{message.trim()}
					</Text>
					<Text component="p" size="sm">
						{lots ? `Lots: ${lots}. ` : ""}
						{source ? `Source: ${source}. ` : ""}
						{of ? "About: " : "You hold: "}
						<Products named={named} />
						{count > named.length ? ` and ${count - named.length} more` : ""}
					</Text>
				</Alert>
			))}
		</Stack>
	);
}

interface ProductsProps {
	/** With the account or key that bought each, which may see it; by default whoever pays on this page. */
	readonly named: readonly (Pick<ShownProduct, "barcode" | "name"> & { readonly client_id?: string })[];
}

function Products({ named }: ProductsProps) {
	return named.map(({ barcode, name, client_id }, place) => (
		<Fragment key={barcode}>
			{place > 0 ? ", " : ""}
			<Anchor
				component={Link}
				inherit
				to={{ pathname: `/find/${barcode}`, search: client_id ? `key=${client_id}` : "" }}
			>
				<bdi>{name ?? barcode}</bdi>
			</Anchor>
		</Fragment>
	));
}
