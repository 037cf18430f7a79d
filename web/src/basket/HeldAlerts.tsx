import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { useRoute } from "../api/routes.ts";
import { alertTitle } from "../format/alert-kinds.ts";
import { countInWords } from "../format/credits.ts";

const REFETCH_MS = 60_000;

/** Kosher alerts about what the account holds: above everything else, because somebody may eat it. */
export function HeldAlerts() {
	const { data } = useRoute("GET /alerts", {}, { refetchInterval: REFETCH_MS });
	if (!data || data.data.length === 0) return null;
	return (
		<Stack gap="sm" mb="md">
			{data.data.map(({ alert_id, products, message, lots, source, ...alert }) => (
				<Alert color="red" icon={<IconAlertTriangle />} key={alert_id} title={alertTitle(alert)}>
					<Text component="p" size="sm" style={{ unicodeBidi: "plaintext", whiteSpace: "pre-line" }}>
						{message.trim()}
					</Text>
					<Text component="p" size="sm">
						{lots ? `Lots: ${lots}. ` : ""}
						{source ? `Source: ${source}. ` : ""}
						<Link to="/my-products">{`${countInWords(products, "product")} that you hold`}</Link>
					</Text>
				</Alert>
			))}
		</Stack>
	);
}
