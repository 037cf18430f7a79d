import { useRevokeKey } from "../../api/keys.ts";
import { RevokeDialog } from "../../parts/RevokeDialog.tsx";
import type { KeyDialogProps } from "./RenameDialog.tsx";

export function RevokeKeyDialog(props: KeyDialogProps) {
	return <RevokeDialog {...props} revoke={useRevokeKey(props.apiKey.client_id)} />;
}
