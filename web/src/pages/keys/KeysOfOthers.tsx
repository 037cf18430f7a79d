import { Alert, Anchor, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../../api/session.ts";
import type { Key } from "../../api/shapes.ts";
import { formatMoment } from "../../format/dates.ts";
import { useRemembered } from "../../parts/use-remembered.ts";
import classes from "./Keys.module.css";

/** Keys created before their owner first signed in with a provider: whoever created the account may know their secrets. */
export function KeysOfOthers({ keys }: { readonly keys: readonly Key[] }) {
	const account = useSession().data?.account;
	const until = account?.others_until ?? null;
	const [isKnown, setKnown] = useRemembered(`packshot-keys-known-${account?.account_id}`, false);
	const older = until === null ? [] : keys.filter(({ created_at }) => created_at < until);
	if (until === null || older.length === 0 || isKnown) return null;
	return (
		<Alert
			className={classes.notice ?? ""}
			color="marigold"
			icon={<IconAlertTriangle />}
			title="Do you know these keys?"
			variant="light"
		>
			<p className={classes.words}>
				They were created before you first signed in here, on {formatMoment(until)}. Whoever created them can
				still use them. Rotate or revoke any that are not yours.
			</p>
			<ul className={classes.names}>
				{older.map(({ client_id, client_name }) => (
					<li key={client_id}>
						<Anchor component={Link} inherit to={`/keys/${client_id}`}>
							<bdi>{client_name}</bdi>
						</Anchor>
					</li>
				))}
			</ul>
			<Button onClick={() => setKnown(true)} size="xs" variant="default">
				They are all mine
			</Button>
		</Alert>
	);
}
