import { IconWebhook } from "@tabler/icons-react";
import { useSession } from "../../../api/session.ts";
import { useAction, useRoute } from "../../../api/use-route.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { Attempts } from "./Attempts.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { SetForm } from "./SetForm.tsx";
import classes from "./Webhook.module.css";
import { WebhookStatus } from "./WebhookStatus.tsx";

/** Until the result of a test arrives. */
const REFETCH_MS = 2000;

/** The webhook of a key, or why there is none. */
export function Webhook() {
	const session = useSession().data;
	if (session?.service.webhooks) return <WebhookOfKey />;
	return (
		<Surface>
			<EmptyState icon={<IconWebhook size={30} stroke={1.5} />} title="No webhooks here">
				The operator of this service has not turned webhooks on.
			</EmptyState>
		</Surface>
	);
}

/** Setting, testing and the status. */
function WebhookOfKey() {
	const key = useShownKey();
	const found = useRoute(
		"GET /keys/{client_id}/webhook",
		{ path: { client_id: key.client_id } },
		{ refetchInterval: ({ state }) => (state.data?.webhook?.test_waiting ? REFETCH_MS : false) },
	);
	// Kept here rather than in the form, because what surrounds the form changes when the webhook is set.
	const set = useAction("PUT /keys/{client_id}/webhook", { path: { client_id: key.client_id } });
	const webhook = found.data?.webhook ?? null;
	return (
		<div className={classes.columns}>
			<div className={classes.column}>
				{webhook ? (
					<WebhookStatus clientId={key.client_id} isKeyActive={key.state === "active"} webhook={webhook} />
				) : null}
				{key.state === "active" && found.data ? (
					<SetForm key={webhook?.set_at} set={set} webhook={webhook} />
				) : null}
			</div>
			<Surface description="The last 20 attempts in 30 days." flush title="Attempts">
				{found.error ? <FailureNotice error={found.error} onRetry={() => found.refetch()} /> : null}
				{found.isPending ? <WaitingRows rows={4} /> : null}
				{found.data && found.data.attempts.length === 0 ? (
					<EmptyState
						icon={<IconWebhook size={30} stroke={1.5} />}
						title={webhook ? "Nothing sent yet" : "No webhook yet"}
					>
						{webhook
							? "A message is sent whenever something this key can see changes. Send a test to check that it arrives."
							: "Your program learns of changes within two seconds, without having to keep asking."}
					</EmptyState>
				) : null}
				{found.data && found.data.attempts.length > 0 ? <Attempts attempts={found.data.attempts} /> : null}
			</Surface>
			<SecretDialog onDone={set.reset} secret={set.data?.secret} />
		</div>
	);
}
