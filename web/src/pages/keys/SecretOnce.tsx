import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import type { KeyWithSecret } from "../../api/keys.ts";
import { CopyButton, CopyIcon } from "../../parts/Copy.tsx";
import { StepFocus } from "../../parts/StepFocus.tsx";
import { saveFile } from "../../parts/save-file.ts";
import classes from "./SecretOnce.module.css";

/** The only time an `api_key` is shown: to copy or save. */
export function SecretOnce({
	secret,
	onDone,
}: {
	readonly secret: KeyWithSecret;
	readonly onDone: () => void;
}) {
	const { key, api_key } = secret;
	return (
		<StepFocus>
			<Stack gap="md">
				<Alert color="marigold" icon={<IconAlertTriangle />} title="Shown once" variant="light">
					<span className={classes.words}>
						Store the API key now. The service keeps no copy that can be shown again; if it is lost, rotate
						the key.
					</span>
				</Alert>
				<dl className={classes.fields}>
					<Field name="Client id" text={key.client_id} />
					<Field name="API key" text={api_key} />
				</dl>
				<Group gap="sm">
					<CopyButton name="API key" text={api_key} />
					<Button
						leftSection={<IconDownload size={16} stroke={1.7} />}
						onClick={() =>
							saveFile(
								`${key.client_id}.json`,
								`${JSON.stringify({ client_id: key.client_id, api_key }, null, 2)}\n`,
								"application/json",
							)
						}
						variant="default"
					>
						Download as JSON
					</Button>
				</Group>
				<Group justify="flex-end">
					<Button onClick={onDone}>I have stored it</Button>
				</Group>
			</Stack>
		</StepFocus>
	);
}

function Field({ name, text }: { readonly name: string; readonly text: string }) {
	return (
		<div className={classes.field}>
			<dt>{name}</dt>
			<dd>
				<code>{text}</code>
				<CopyIcon name={name} text={text} />
			</dd>
		</div>
	);
}
