import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCreateClient } from "../../../api/clients.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { ClientSecret } from "./ClientSecret.tsx";

/** A new client, for an account or for nobody; its key is shown once. */
export function NewClientDialog({ onClose }: { readonly onClose: () => void }) {
	const [name, setName] = useState("");
	const [owner, setOwner] = useState("");
	const create = useCreateClient();
	const navigate = useNavigate();
	const made = create.data;
	if (made) {
		return (
			<ClientSecret
				onDone={() => navigate(`/admin/clients/${made.client_id}`)}
				secret={made}
				title="The new client"
			/>
		);
	}
	return (
		<Modal onClose={onClose} opened title="New client">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					const owner_email = owner.trim();
					create.mutate({ client_name: name.trim(), ...(owner_email === "" ? {} : { owner_email }) });
				}}
			>
				<Stack gap="md">
					{create.error ? <FailureNotice error={create.error} /> : null}
					<TextInput
						data-autofocus
						dir="auto"
						label="Name"
						maxLength={200}
						onChange={(event) => setName(event.currentTarget.value)}
						required
						value={name}
					/>
					<TextInput
						description="Empty for nobody. The account sees the client among its keys."
						label="E-mail address of the owner"
						onChange={(event) => setOwner(event.currentTarget.value)}
						type="email"
						value={owner}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button disabled={name.trim() === ""} loading={create.isPending} type="submit">
							Create
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
