import type { AnyClient } from "../../../api/clients.ts";

/** Props of every dialog about one client. */
export interface ClientDialogProps {
	readonly client: AnyClient;
	readonly onClose: () => void;
}
