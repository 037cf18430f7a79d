import { Button, Menu } from "@mantine/core";
import { IconBan, IconChevronDown, IconCoins, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../../../api/session.ts";
import type { AnyClient } from "../../../api/shapes.ts";
import { CreditsDialog } from "./CreditsDialog.tsx";
import { RevokeClientDialog } from "./RevokeClientDialog.tsx";
import { RotateClientDialog } from "./RotateClientDialog.tsx";

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
