import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCreateKey } from "../../api/keys.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { SecretOnce } from "./SecretOnce.tsx";

/** Asks for a name, then shows the new key once. With the secret in view only its own button closes the dialog. */
export function CreateKeyDialog({
	opened,
	onClose,
}: {
	readonly opened: boolean;
	readonly onClose: () => void;
}) {
	const [name, setName] = useState("");
	const create = useCreateKey();
	const navigate = useNavigate();
	const close = () => {
		onClose();
		setName("");
		create.reset();
	};
	const created = create.data;
	return (
		<Modal
			closeOnClickOutside={!created}
			closeOnEscape={!created}
			onClose={close}
			opened={opened}
			size="lg"
			title={created ? "Your new key" : "Create a key"}
			withCloseButton={!created}
		>
			{created ? (
				<SecretOnce
					onDone={() => {
						close();
						void navigate(`/keys/${created.key.client_id}`);
					}}
					secret={created}
				/>
			) : (
				<form
					onSubmit={(event) => {
						event.preventDefault();
						if (name.trim() !== "") create.mutate({ client_name: name.trim() });
					}}
				>
					<Stack gap="md">
						{create.error ? <FailureNotice error={create.error} /> : null}
						<TextInput
							data-autofocus
							description="For you alone, such as the shop or program that uses it."
							dir="auto"
							label="Name"
							maxLength={200}
							onChange={(event) => setName(event.currentTarget.value)}
							required
							value={name}
						/>
						<Group gap="sm" justify="flex-end">
							<Button onClick={close} variant="default">
								Cancel
							</Button>
							<Button loading={create.isPending} type="submit">
								Create key
							</Button>
						</Group>
					</Stack>
				</form>
			)}
		</Modal>
	);
}
