import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { type Key, useChangeKey } from "../../api/keys.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";

export interface KeyDialogProps {
	readonly apiKey: Key;
	readonly opened: boolean;
	readonly onClose: () => void;
}

export function RenameDialog({ apiKey, opened, onClose }: KeyDialogProps) {
	const [name, setName] = useState(apiKey.client_name);
	const change = useChangeKey(apiKey.client_id);
	useEffect(() => {
		if (opened) setName(apiKey.client_name);
	}, [opened, apiKey.client_name]);
	const rename = () =>
		change.mutate(
			{ client_name: name.trim() },
			{
				onSuccess: () => {
					notifySuccess("The key has its new name.");
					onClose();
				},
			},
		);
	return (
		<Modal onClose={onClose} opened={opened} title="Rename this key">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (name.trim() !== "") rename();
				}}
			>
				<Stack gap="md">
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						data-autofocus
						dir="auto"
						label="Name"
						maxLength={200}
						onChange={(event) => setName(event.currentTarget.value)}
						required
						value={name}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button loading={change.isPending} type="submit">
							Rename
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
