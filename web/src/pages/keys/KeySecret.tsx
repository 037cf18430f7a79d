import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { KeyWithSecret } from "../../api/routes.ts";
import { saveFile } from "../../parts/Copy.tsx";
import { SecretOnce } from "../../parts/SecretOnce.tsx";

interface KeySecretProps {
	readonly secret: KeyWithSecret;
	readonly onDone: () => void;
}

export function KeySecret({ secret: { key, api_key }, onDone }: KeySecretProps) {
	return (
		<SecretOnce
			actions={
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
			}
			beside={[{ name: "Client id", text: key.client_id }]}
			onDone={onDone}
			secret={{ name: "API key", text: api_key }}
		>
			Store the API key now: it cannot be shown again. If you lose it, rotate the key to get a new one.
		</SecretOnce>
	);
}
