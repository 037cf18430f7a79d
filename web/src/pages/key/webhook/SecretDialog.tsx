import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { CopyButton } from "../../../parts/Copy.tsx";
import { StepFocus } from "../../../parts/StepFocus.tsx";
import classes from "./Webhook.module.css";

/** The only time a signing secret is shown. Only its own button closes the dialog. */
export function SecretDialog({
	secret,
	onDone,
}: {
	readonly secret: string | undefined;
	readonly onDone: () => void;
}) {
	return (
		<Modal
			closeOnClickOutside={false}
			closeOnEscape={false}
			onClose={onDone}
			opened={secret !== undefined}
			size="lg"
			title="Your signing secret"
			withCloseButton={false}
		>
			<StepFocus>
				<Stack gap="md">
					<Alert color="marigold" icon={<IconAlertTriangle />} title="Shown once" variant="light">
						<span className={classes.words}>
							Store the secret now, where your program can read it: it proves that a message comes from this
							service. If it is lost, set the webhook again.
						</span>
					</Alert>
					<code className={classes.secret}>{secret}</code>
					<Group gap="sm">
						<CopyButton name="secret" text={secret ?? ""} />
					</Group>
					<Group justify="flex-end">
						<Button onClick={onDone}>I have stored it</Button>
					</Group>
				</Stack>
			</StepFocus>
		</Modal>
	);
}
