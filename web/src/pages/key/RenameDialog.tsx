import { Modal } from "@mantine/core";
import type { Key } from "../../api/shapes.ts";
import { useAction } from "../../api/use-route.ts";
import { KeyNameForm } from "../../parts/KeyNameForm.tsx";
import { notifySuccess } from "../../parts/toast.tsx";

export interface KeyDialogProps {
	readonly apiKey: Key;
	readonly opened: boolean;
	readonly onClose: () => void;
}

export function RenameDialog({ apiKey, opened, onClose }: KeyDialogProps) {
	const change = useAction("PATCH /keys/{client_id}", { path: { client_id: apiKey.client_id } });
	const onSuccess = () => {
		notifySuccess("The key has its new name.");
		onClose();
	};
	return (
		<Modal onClose={onClose} opened={opened} title="Rename this key">
			<KeyNameForm
				action="Rename"
				error={change.error}
				isBusy={change.isPending}
				name={apiKey.client_name}
				onCancel={onClose}
				onSubmit={(name) => change.mutate({ body: { client_name: name } }, { onSuccess })}
			/>
		</Modal>
	);
}
