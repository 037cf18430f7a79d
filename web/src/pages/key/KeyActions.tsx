import { Button, Menu } from "@mantine/core";
import { IconBan, IconChevronDown, IconPencil, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import type { Key } from "../../api/shapes.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
import { RotateDialog } from "./RotateDialog.tsx";

type Action = "rename" | "rotate" | "revoke";

export function KeyActions({ apiKey }: { readonly apiKey: Key }) {
	const [action, setAction] = useState<Action>();
	const isActive = apiKey.state === "active";
	const close = () => setAction(undefined);
	return (
		<>
			<Menu position="bottom-end" shadow="md" width={210}>
				<Menu.Target>
					<Button rightSection={<IconChevronDown size={16} />} variant="default">
						Manage
					</Button>
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Item leftSection={<IconPencil size={17} stroke={1.7} />} onClick={() => setAction("rename")}>
						Rename
					</Menu.Item>
					{isActive ? (
						<>
							<Menu.Item
								leftSection={<IconRefresh size={17} stroke={1.7} />}
								onClick={() => setAction("rotate")}
							>
								Rotate the API key
							</Menu.Item>
							<Menu.Divider />
							<Menu.Item
								className="dangerous"
								leftSection={<IconBan size={17} stroke={1.7} />}
								onClick={() => setAction("revoke")}
							>
								Revoke for good
							</Menu.Item>
						</>
					) : null}
				</Menu.Dropdown>
			</Menu>
			<RenameDialog apiKey={apiKey} onClose={close} opened={action === "rename"} />
			<RotateDialog apiKey={apiKey} onClose={close} opened={action === "rotate"} />
			<RevokeKeyDialog apiKey={apiKey} onClose={close} opened={action === "revoke"} />
		</>
	);
}
