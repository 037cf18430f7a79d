import type { AnyClient } from "../../../api/shapes.ts";

/** Props of every dialog about one client. */
export interface ClientDialogProps {
	readonly client: AnyClient;
	readonly onClose: () => void;
}
