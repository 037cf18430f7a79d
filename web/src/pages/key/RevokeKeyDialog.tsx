import { useAction } from "../../api/use-route.ts";
import { RevokeDialog } from "../../parts/RevokeDialog.tsx";
import type { KeyDialogProps } from "./RenameDialog.tsx";

export function RevokeKeyDialog(props: KeyDialogProps) {
	return (
		<RevokeDialog
			{...props}
			revoke={useAction("POST /keys/{client_id}/revoke", { path: { client_id: props.apiKey.client_id } })}
		/>
	);
}
