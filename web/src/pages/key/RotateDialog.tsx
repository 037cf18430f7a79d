import { Modal } from "@mantine/core";
import { useAction } from "../../api/use-route.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { KeySecret } from "../keys/KeySecret.tsx";
import type { KeyDialogProps } from "./RenameDialog.tsx";

/** A new secret for the key: first the warning, then the secret, once. */
export function RotateDialog({ apiKey, opened, onClose }: KeyDialogProps) {
	const rotate = useAction("POST /keys/{client_id}/rotate", { path: { client_id: apiKey.client_id } });
	const close = () => {
		rotate.reset();
		onClose();
	};
	if (rotate.data) {
		return (
			<Modal
				closeOnClickOutside={false}
				closeOnEscape={false}
				onClose={close}
				opened={opened}
				size="lg"
				title="The new API key"
				withCloseButton={false}
			>
				<KeySecret onDone={close} secret={rotate.data} />
			</Modal>
		);
	}
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={close}
			opened={opened}
			title="Rotate the API key?"
		>
			<bdi>{apiKey.client_name}</bdi> gets a new API key. The old one and every token made with it stop
			working within five seconds, so programs that use it fail until they have the new key. This cannot be
			undone. The balance and the ledger are kept.
		</ConfirmDialog>
	);
}
