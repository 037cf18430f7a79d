import { Button, Menu } from "@mantine/core";
import { IconBan, IconChevronDown, IconCoins, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { type AnyClient, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { ConfirmDialog, RevokeDialog } from "../../../parts/ConfirmDialog.tsx";
import { ClientSecret } from "../clients/ClientSecret.tsx";
import { type ClientDialogProps, CreditsDialog } from "./CreditsDialog.tsx";

const dialogs = { credits: CreditsDialog, rotate: RotateClientDialog, revoke: RevokeClientDialog };

/** The actions on a client: accountants add credits, administrators have all of them. */
export function ClientActions({ client }: { readonly client: AnyClient }) {
	const [action, setAction] = useState<keyof typeof dialogs>();
	const Dialog = action && dialogs[action];
	const isAdministrator = useSession().data?.account?.is_administrator ?? false;
	const isRevoked = client.state === "revoked";
	return (
		<>
			<Button
				leftSection={<IconCoins size={17} stroke={1.7} />}
				onClick={() => setAction("credits")}
				variant="default"
			>
				Add credits
			</Button>
			{isAdministrator && !isRevoked ? (
				<Menu position="bottom-end" shadow="md" width={220}>
					<Menu.Target>
						<Button rightSection={<IconChevronDown size={16} />} variant="default">
							Manage
						</Button>
					</Menu.Target>
					<Menu.Dropdown>
						<Menu.Item
							leftSection={<IconRefresh size={17} stroke={1.7} />}
							onClick={() => setAction("rotate")}
						>
							Rotate the API key
						</Menu.Item>
						<Menu.Item
							className="dangerous"
							leftSection={<IconBan size={17} stroke={1.7} />}
							onClick={() => setAction("revoke")}
						>
							Revoke for good
						</Menu.Item>
					</Menu.Dropdown>
				</Menu>
			) : null}
			{Dialog ? <Dialog client={client} onClose={() => setAction(undefined)} /> : null}
		</>
	);
}

function RevokeClientDialog({ client, onClose }: ClientDialogProps) {
	return (
		<RevokeDialog
			apiKey={client}
			onClose={onClose}
			opened
			revoke={useAction("POST /admin/clients/{client_id}/revoke", {
				path: { client_id: client.client_id },
				body: { confirm: client.client_name },
			})}
		/>
	);
}

/** A new secret: first the warning, then the secret, once. */
function RotateClientDialog({ client, onClose }: ClientDialogProps) {
	const rotate = useAction("POST /admin/clients/{client_id}/rotate", {
		path: { client_id: client.client_id },
		body: { confirm: client.client_name },
	});
	if (rotate.data) return <ClientSecret onDone={onClose} secret={rotate.data} title="The new API key" />;
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={onClose}
			title="Rotate the API key?"
			typed={client.client_name}
		>
			The old key of <bdi>{client.client_name}</bdi> and every token made with it stop working within five
			seconds, so programs that use it fail until they have the new one. This cannot be undone.
		</ConfirmDialog>
	);
}
