import { Button, Modal } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useAction } from "../../api/routes.ts";
import { KeyNameForm } from "../../parts/KeyNameForm.tsx";
import { EmptyState } from "../../parts/Listing.tsx";
import { Surface } from "../../parts/Page.tsx";
import { KeySecret } from "./KeySecret.tsx";

/** Asks for a name, then shows the new key once. While the secret is visible, only its own button closes the dialog. */
export function CreateKeyDialog({
	opened,
	onClose,
}: {
	readonly opened: boolean;
	readonly onClose: () => void;
}) {
	const create = useAction("POST /keys");
	const navigate = useNavigate();
	const close = () => {
		onClose();
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
				<KeySecret
					onDone={() => {
						close();
						void navigate(`/keys/${created.key.client_id}`);
					}}
					secret={created}
				/>
			) : (
				<KeyNameForm
					action="Create key"
					description="For example, the shop or program that uses the key. Only you and administrators can see it."
					error={create.error}
					isBusy={create.isPending}
					onCancel={close}
					onSubmit={(name) => create.mutate({ body: { client_name: name } })}
				/>
			)}
		</Modal>
	);
}

/** The start for an account without keys. The dialog belongs to the page, because it shows the secret after this has disappeared. */
export function NoKeyYet({ onCreate }: { readonly onCreate: () => void }) {
	return (
		<Surface>
			<EmptyState
				action={
					<Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
						Create key
					</Button>
				}
				icon={IconKey}
				title="No key yet"
			>
				A key holds your credits: you use it to pay for orders, and your programs use it to call the API.
				Create one, then ask for credits.
			</EmptyState>
		</Surface>
	);
}
