import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Key } from "../../../api/shapes.ts";
import classes from "./Webhook.module.css";

/** On the other tabs of a key: that its webhook has problems, with a link to details. */
export function WebhookNotice({ apiKey }: { readonly apiKey: Key }) {
	const { webhook_state, state } = apiKey;
	if (state !== "active" || (webhook_state !== "off" && webhook_state !== "failing")) return null;
	const isOff = webhook_state === "off";
	return (
		<Alert
			className={classes.notice ?? ""}
			color={isOff ? "red" : "marigold"}
			icon={<IconPlugConnectedX />}
			title={isOff ? "The webhook was switched off" : "The webhook's endpoint does not accept messages"}
			variant="light"
		>
			<span className={classes.words}>
				{isOff ? "Your program is no longer told about changes. " : "Messages are retried for three days. "}
				<Anchor component={Link} to={`/keys/${apiKey.client_id}/webhook`}>
					See what went wrong
				</Anchor>
			</span>
		</Alert>
	);
}
