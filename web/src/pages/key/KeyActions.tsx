import { Button, Menu, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBan, IconChevronDown, IconCoins, IconPencil, IconRefresh } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { type Key, type ShownKey, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { isOnAccount } from "../../basket/paying-key.ts";
import { creditsInWords } from "../../format/credits.ts";
import { nameProblem } from "../../format/names.ts";
import { MenuAction } from "../../parts/ActionButton.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { done } from "../../parts/toast.tsx";
import { SecretDialog } from "../keys/SecretDialog.tsx";
import { CreditsDialog } from "./CreditsDialog.tsx";

interface KeyDialogProps {
	readonly apiKey: ShownKey;
	readonly onClose: () => void;
}

/** What somebody may do with a key: its account, administrators, and accountants, who add credits. */
export function KeyActions({ apiKey }: { readonly apiKey: ShownKey }) {
	const { is_own, is_account, administration } = apiKey;
	const [Dialog, setDialog] = useState<ComponentType<KeyDialogProps>>();
	const open = (dialog: ComponentType<KeyDialogProps>) => setDialog(() => dialog);
	const isAdministrator = useSession().data?.account?.is_administrator ?? false;
	const mayManage = (is_own && !is_account) || (isAdministrator && apiKey.state !== "revoked");
	return (
		<>
			{administration ? (
				<Button
					leftSection={<IconCoins size={17} stroke={1.7} />}
					onClick={() => open(CreditsDialog)}
					variant="default"
				>
					Add credits
				</Button>
			) : null}
			{mayManage ? <ManageMenu apiKey={apiKey} isAdministrator={isAdministrator} onOpen={open} /> : null}
			{Dialog ? <Dialog apiKey={apiKey} onClose={() => setDialog(undefined)} /> : null}
		</>
	);
}

interface ManageMenuProps {
	readonly apiKey: ShownKey;
	readonly isAdministrator: boolean;
	readonly onOpen: (dialog: ComponentType<KeyDialogProps>) => void;
}

function ManageMenu({ apiKey, isAdministrator, onOpen }: ManageMenuProps) {
	const { state, is_own, is_account } = apiKey;
	const account = useRoute("GET /keys").data?.account;
	// An administrator may also give an expired key a new secret.
	const works = isAdministrator ? state !== "revoked" : state === "active";
	return (
		<Menu width={230}>
			<Menu.Target>
				<Button rightSection={<IconChevronDown size={16} />} variant="default">
					Manage
				</Button>
			</Menu.Target>
			<Menu.Dropdown>
				{is_own && !is_account ? (
					<MenuAction icon={IconPencil} onClick={() => onOpen(RenameDialog)}>
						Rename
					</MenuAction>
				) : null}
				{works && !is_account ? (
					<MenuAction icon={IconRefresh} onClick={() => onOpen(RotateDialog)}>
						Rotate the API key
					</MenuAction>
				) : null}
				{is_own && !is_account && state === "active" && account?.state === "active" ? (
					<MenuAction icon={IconCoins} onClick={() => onOpen(BalanceDialog)}>
						{isOnAccount(apiKey, account) ? "Give it its own balance" : "Use the account's balance"}
					</MenuAction>
				) : null}
				{works ? (
					<>
						<Menu.Divider />
						<MenuAction icon={IconBan} className="dangerous" onClick={() => onOpen(RevokeDialog)}>
							Revoke for good
						</MenuAction>
					</>
				) : null}
			</Menu.Dropdown>
		</Menu>
	);
}

/** A new secret for the key: first the warning, then the secret, once. */
function RotateDialog({ apiKey: { client_id, client_name, is_own }, onClose }: KeyDialogProps) {
	const rotate = useAction("POST /keys/{client_id}/rotate", {
		path: { client_id },
		body: { confirm: client_name },
	});
	if (rotate.data) {
		return <SecretDialog isOwn={is_own} onDone={onClose} secret={rotate.data} title="The new API key" />;
	}
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={onClose}
			onDone={() => undefined}
			title="Rotate the API key?"
			{...(is_own ? {} : { typed: client_name })}
		>
			<bdi>{client_name}</bdi> gets a new API key. The old one and every token made with it stop working
			within five seconds, so programs that use it fail until they have the new key. This cannot be undone.
			The balance and the ledger are kept.
		</ConfirmDialog>
	);
}

function BalanceDialog(props: KeyDialogProps) {
	const account = useRoute("GET /keys").data?.account;
	return account ? <MoveDialog {...props} account={account} /> : null;
}

/** What becomes of the credits when a key leaves the account's balance, or joins it. */
function MoveDialog({ account, apiKey, onClose }: KeyDialogProps & { readonly account: Key }) {
	const leaves = isOnAccount(apiKey, account);
	const { client_name, client_id, credit_balance, shares_balance } = apiKey;
	const move = useAction("PATCH /keys/{client_id}", {
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

/** Explains, before a key is revoked, what happens to its calls, credits and ledger. */
function RevokeDialog({ apiKey, onClose }: KeyDialogProps) {
	const { client_id, client_name, credit_balance, shares_balance } = apiKey;
	const revoke = useAction("POST /keys/{client_id}/revoke", {
		path: { client_id },
		body: { confirm: client_name },
	});
	return (
		<ConfirmDialog
			action="Revoke for good"
			act={revoke}
			done="Key revoked."
			onClose={onClose}
			title="Revoke this key for good?"
			typed={client_name}
		>
			Every call with <bdi>{client_name}</bdi> will be refused from now on. This cannot be undone
			{credit_balance > 0 && !shares_balance
				? `, and the ${creditsInWords(credit_balance)} on it can no longer be spent`
				: null}
			. The ledger and the history are kept.
		</ConfirmDialog>
	);
}

function RenameDialog({ apiKey: { client_id, client_name }, onClose }: KeyDialogProps) {
	const change = useAction("PATCH /keys/{client_id}", { path: { client_id } });
	const form = useForm({ initialValues: { name: client_name }, validate: { name: nameProblem } });
	return (
		<DialogForm
			onClose={onClose}
			title="Rename this key"
			action="Rename"
			act={change}
			form={form}
			onSubmit={({ name }) =>
				change.mutate({ body: { client_name: name.trim() } }, done("The key has its new name.", onClose))
			}
		>
			<TextInput data-autofocus label="Name" maxLength={200} {...form.getInputProps("name")} />
		</DialogForm>
	);
}
