import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { KeySecret } from "../../api/routes.ts";
import { saveFile } from "../../parts/Copy.tsx";
import { OnceDialog, SecretOnce } from "../../parts/SecretOnce.tsx";

interface SecretDialogProps {
	readonly title: string;
	readonly secret: KeySecret;
	/** Whether it is for a program of the account itself. */
	readonly isOwn: boolean;
	readonly onDone: () => void;
}

/** The only time that a key's secret is shown. */
export function SecretDialog({ title, secret, isOwn, onDone }: SecretDialogProps) {
	const { client_id, api_key } = secret;
	const download = (
		<Button
			leftSection={<IconDownload size={16} stroke={1.7} />}
			onClick={() =>
				saveFile(
					`${client_id}.json`,
					`${JSON.stringify({ client_id, api_key }, null, 2)}\n`,
					"application/json",
				)
			}
			variant="default"
		>
			Download as JSON
		</Button>
	);
	return (
		<OnceDialog onClose={onDone} opened title={title}>
			<SecretOnce
				actions={download}
				beside={[{ name: "Client id", text: client_id }]}
				onDone={onDone}
				secret={{ name: "API key", text: api_key }}
			>
				{isOwn
					? "Store the API key now: it cannot be shown again. If you lose it, rotate the key to get a new one."
					: "Send the API key over a channel you trust. It cannot be shown again; if it is lost, rotate it to get a new one."}
			</SecretOnce>
		</OnceDialog>
	);
}
