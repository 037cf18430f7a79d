import { Anchor, Button, Skeleton } from "@mantine/core";
import { Link, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type Unsubscription, useAction, useRoute } from "../../api/routes.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { Lobby } from "../../shell/Lobby.tsx";

const names: Readonly<Record<Unsubscription["kind"], string>> = {
	low_balance: "mails about low balances and caps",
	kosher_alerts: "mails about kosher alerts",
	digest: "the daily digest",
	proposals: "mails about your suggestions",
};

/** The target of the unsubscribe link in a mail: one button, without signing in. */
export function Unsubscribe() {
	const { token = "" } = useParams();
	const found = useRoute("GET /unsubscribe/{token}", { path: { token } }, { retry: false });
	const unsubscribe = useAction("POST /unsubscribe/{token}", { path: { token } });
	const error = unsubscribe.error ?? found.error;
	const isUnknown = error !== null && asFailure(error).code === "link_invalid";
	const isOn = found.data?.is_on === true;
	return (
		<Lobby>
			<PageHead
				description={
					isUnknown
						? "This link is incomplete. Open it exactly as it was mailed to you."
						: wordsFor(found.data)
				}
				name={found.data && !isOn ? "Unsubscribed" : "Unsubscribe"}
			/>
			{found.isPending ? <Skeleton height={42} /> : null}
			{error && !isUnknown ? <FailureNotice error={error} onRetry={() => found.refetch()} /> : null}
			{isOn ? (
				<Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()} size="md">
					Unsubscribe
				</Button>
			) : null}
			<Anchor component={Link} to="/account">
				Choose your mail on the account page
			</Anchor>
		</Lobby>
	);
}

function wordsFor(found: Unsubscription | undefined): string {
	if (!found) return "One moment.";
	if (found.is_on) return `You will no longer get ${names[found.kind]}. Nothing else changes.`;
	return `You no longer get ${names[found.kind]}.`;
}
