import { Button, Menu, Modal } from "@mantine/core";
import { IconBan, IconChevronDown, IconCoins, IconPencil, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { type Key, useAction, useRoute } from "../../api/routes.ts";
import { isOnAccount } from "../../basket/paying-key.ts";
import { creditsInWords } from "../../format/credits.ts";
import { ConfirmDialog, RevokeDialog } from "../../parts/ConfirmDialog.tsx";
import { KeyNameForm } from "../../parts/KeyNameForm.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { KeySecret } from "../keys/KeySecret.tsx";

export function KeyActions({ apiKey }: { readonly apiKey: Key }) {
	const [action, setAction] = useState<"rename" | "balance" | "rotate" | "revoke">();
	const isActive = apiKey.state === "active";
	const close = () => setAction(undefined);
	const account = useRoute("GET /keys").data?.account;
	return (
		<>
			<Menu width={230}>
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
							{account?.state === "active" ? (
								<Menu.Item
									leftSection={<IconCoins size={17} stroke={1.7} />}
									onClick={() => setAction("balance")}
								>
									{isOnAccount(apiKey, account) ? "Give it its own balance" : "Use the account's balance"}
								</Menu.Item>
							) : null}
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
			{account && action === "balance" ? (
				<BalanceDialog account={account} apiKey={apiKey} onClose={close} opened />
			) : null}
			<RevokeKeyDialog apiKey={apiKey} onClose={close} opened={action === "revoke"} />
		</>
	);
}

/** A new secret for the key: first the warning, then the secret, once. */
function RotateDialog({ apiKey, opened, onClose }: KeyDialogProps) {
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

/** What becomes of the credits when a key leaves the account's balance, or joins it. */
function BalanceDialog({ account, apiKey, opened, onClose }: KeyDialogProps & { readonly account: Key }) {
	const leaves = isOnAccount(apiKey, account);
	const { client_name, client_id, credit_balance, shares_balance } = apiKey;
	const move = useAction("PUT /keys/{client_id}/balance", {
		path: { client_id },
		body: { balance: leaves ? "own" : account.balance_id },
	});
	return (
		<ConfirmDialog
			act={move}
			action={leaves ? "Give it its own balance" : "Use the account's balance"}
			color="petrol"
			done={leaves ? "The key has a balance of its own." : "The key uses the account's balance."}
			onClose={onClose}
			onDone={onClose}
			opened={opened}
			title={leaves ? "Give this key its own balance?" : "Use the account's balance?"}
		>
			{leaves ? (
				<>
					All {creditsInWords(credit_balance)} stay with your account. <bdi>{client_name}</bdi> begins at 0:
					its calls that cost credits are refused until a top-up for it is approved.
				</>
			) : (
				<>
					From now on <bdi>{client_name}</bdi> spends your account's credits.{" "}
					{shares_balance
						? "The credits that it drew on stay with the other keys."
						: `The ${creditsInWords(credit_balance)} on it go along, and stay with your account.`}
				</>
			)}
		</ConfirmDialog>
	);
}

function RevokeKeyDialog(props: KeyDialogProps) {
	return (
		<RevokeDialog
			{...props}
			revoke={useAction("POST /keys/{client_id}/revoke", { path: { client_id: props.apiKey.client_id } })}
		/>
	);
}

interface KeyDialogProps {
	readonly apiKey: Key;
	readonly opened: boolean;
	readonly onClose: () => void;
}

function RenameDialog({ apiKey, opened, onClose }: KeyDialogProps) {
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
