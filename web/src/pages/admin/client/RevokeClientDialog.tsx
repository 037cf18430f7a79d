import { useRevokeClient } from "../../../api/clients.ts";
import { RevokeDialog } from "../../../parts/RevokeDialog.tsx";
import type { ClientDialogProps } from "./client-dialog.ts";

export function RevokeClientDialog({ client, onClose }: ClientDialogProps) {
	return <RevokeDialog apiKey={client} onClose={onClose} opened revoke={useRevokeClient(client)} />;
}
