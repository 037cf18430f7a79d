import { Alert, Anchor } from "@mantine/core";
import { IconSnowflake } from "@tabler/icons-react";
import { skipToken } from "@tanstack/react-query";
import { Link } from "react-router";
import { useRoute } from "../api/routes.ts";
import { useSession } from "../api/session.ts";

/** Tells an administrator, before somebody is charged for the first time, that this freezes all prices. */
export function FirstCharge() {
	const mayPrice = useSession().data?.account?.roles.includes("administrator") === true;
	const prices = useRoute("GET /admin/prices", mayPrice ? undefined : skipToken);
	if (prices.data?.are_fixed !== false) return null;
	return (
		<Alert color="marigold" icon={<IconSnowflake />} title="The first charge freezes all prices">
			Nobody was charged yet. What costs credits here makes the first charge; from then on, a new price has to
			be announced 30 days ahead. Until then,{" "}
			<Anchor component={Link} inherit to="/admin/prices">
				Prices
			</Anchor>{" "}
			sets them at once.
		</Alert>
	);
}
