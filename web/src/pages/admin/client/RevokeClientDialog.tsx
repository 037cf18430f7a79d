import { useAction } from "../../../api/use-route.ts";
import { RevokeDialog } from "../../../parts/RevokeDialog.tsx";
import type { ClientDialogProps } from "./client-dialog.ts";

export function RevokeClientDialog({ client, onClose }: ClientDialogProps) {
	return (
		<RevokeDialog
			apiKey={client}
			onClose={onClose}
			opened
			revoke={useAction("POST /admin/clients/{client_id}/revoke", {
				path: { client_id: client.client_id },
				body: { confirm: client.client_name },
			})}
		/>
	);
}
