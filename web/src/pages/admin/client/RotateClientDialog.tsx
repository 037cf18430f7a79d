import { useAction } from "../../../api/use-route.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { ClientSecret } from "../clients/ClientSecret.tsx";
import type { ClientDialogProps } from "./client-dialog.ts";

/** A new secret: first the warning, then the secret, once. */
export function RotateClientDialog({ client, onClose }: ClientDialogProps) {
	const rotate = useAction("POST /admin/clients/{client_id}/rotate", {
		path: { client_id: client.client_id },
		body: { confirm: client.client_name },
	});
	if (rotate.data) return <ClientSecret onDone={onClose} secret={rotate.data} title="The new API key" />;
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={onClose}
			title="Rotate the API key?"
			typed={client.client_name}
		>
			The old key of <bdi>{client.client_name}</bdi> and every token made with it stop working within five
			seconds, so programs that use it fail until they have the new one. This cannot be undone.
		</ConfirmDialog>
	);
}
