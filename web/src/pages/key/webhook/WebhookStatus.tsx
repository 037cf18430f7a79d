import { Alert, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { useAction, type Webhook } from "../../../api/routes.ts";
import { ActionButton } from "../../../parts/ActionButton.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { failureWords } from "./failure-words.ts";
import classes from "./Webhook.module.css";

interface WebhookProps {
	readonly clientId: string;
	readonly webhook: Webhook;
	/** Nothing is sent for an inactive key, so there is nothing to test. */
	readonly isKeyActive: boolean;
}

/** The state of the webhook, and what to do if it has problems. */
export function WebhookStatus({ clientId, webhook, isKeyActive }: WebhookProps) {
	const test = useAction("POST /keys/{client_id}/webhook/test", { path: { client_id: clientId } });
	const [isRemoving, removing] = useDisclosure(false);
	const { url, active, waiting, set_at, last_success_at, test_waiting } = webhook;
	return (
		<Surface title="Webhook">
			<div className={classes.status}>
				<div className={classes.head}>
					<code className={classes.url}>{url}</code>
					<StateBadge state={stateOf(webhook)} />
				</div>
				<Trouble webhook={webhook} />
				<Facts layout="row">
					<Fact name="Set">
						<Moment at={set_at} />
					</Fact>
					<Fact name="Last delivered">
						{last_success_at ? <Moment at={last_success_at} /> : "Nothing yet"}
					</Fact>
					{active && waiting && waiting.failures > 0 ? (
						<Fact name="Next attempt">
							<Moment at={waiting.next_attempt_at} />
						</Fact>
					) : null}
				</Facts>
				<Group gap="sm">
					{isKeyActive ? (
						<ActionButton
							act={test}
							done="A test is on its way. The result will appear among the attempts."
							loading={test_waiting}
						>
							Send a test
						</ActionButton>
					) : null}
					<Button color="red" onClick={removing.open} variant="subtle">
						Remove
					</Button>
				</Group>
				<RemoveDialog clientId={clientId} onClose={removing.close} opened={isRemoving} />
			</div>
		</Surface>
	);
}

function stateOf({ active, waiting }: Webhook): string {
	if (!active) return "off";
	return waiting && waiting.failures > 0 ? "failing" : "active";
}

/** What is wrong, in plain words. */
function Trouble({ webhook }: { readonly webhook: Webhook }) {
	const { active, waiting, last_failure, switched_off_at } = webhook;
	if (!last_failure) return null;
	const { what, todo } = failureWords[last_failure.reason];
	if (!active) {
		return (
			<Alert color="red" icon={<IconPlugConnectedX />} title="Switched off">
				<span className={classes.words}>
					{what} Nothing has been sent since {switched_off_at ? <Moment at={switched_off_at} /> : "then"}.{" "}
					{todo} Then send a test, and turn the webhook on again below. It only covers changes from then on;
					to catch up on earlier ones, read the changes from the last cursor your program stored.
				</span>
			</Alert>
		);
	}
	if (!waiting || waiting.failures === 0) return null;
	return (
		<Alert color="marigold" icon={<IconAlertTriangle />} title="The endpoint does not accept messages">
			<span className={classes.words}>
				{what} {todo} The message is retried
				{waiting.gives_up_at ? (
					<>
						{" "}
						until <Moment at={waiting.gives_up_at} />; then the webhook is switched off
					</>
				) : null}
				.
			</span>
		</Alert>
	);
}

function RemoveDialog({
	clientId,
	opened,
	onClose,
}: {
	readonly clientId: string;
	readonly opened: boolean;
	readonly onClose: () => void;
}) {
	const remove = useAction("DELETE /keys/{client_id}/webhook", { path: { client_id: clientId } });
	return (
		<ConfirmDialog
			action="Remove the webhook"
			act={remove}
			done="Webhook removed."
			onClose={onClose}
			onDone={onClose}
			opened={opened}
			title="Remove this webhook?"
		>
			Your program will no longer be told about changes, and the secret will be deleted. You can set a webhook
			again at any time.
		</ConfirmDialog>
	);
}
