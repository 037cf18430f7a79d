import { Alert, Anchor, Button, Menu, Modal } from "@mantine/core";
import {
	IconBan,
	IconChevronDown,
	IconCoins,
	IconPencil,
	IconPlugConnectedX,
	IconRefresh,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type Key, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { isOnAccount, named } from "../../basket/paying-key.ts";
import { NobodyPays } from "../../basket/WithPayingKey.tsx";
import { creditsInWords } from "../../format/credits.ts";
import { MenuAction } from "../../parts/ActionButton.tsx";
import { ConfirmDialog, RevokeDialog } from "../../parts/ConfirmDialog.tsx";
import { Identifier } from "../../parts/Copy.tsx";
import { KeyNameForm } from "../../parts/KeyNameForm.tsx";
import { FailedPage, PageHead } from "../../parts/Page.tsx";
import { OnceDialog } from "../../parts/SecretOnce.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { TabLinks } from "../../parts/TabLinks.tsx";
import { done } from "../../parts/toast.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { KeySecret } from "../keys/KeySecret.tsx";
import { NotFound } from "../NotFound.tsx";
import webhookClasses from "./webhook/Webhook.module.css";

/** The limits on the overview are polled; the other tabs only fetch on user action, so that an abandoned session ends. */
const REFETCH_MS = 5_000;

const ALL_KEYS = { to: "/keys", name: "Keys" };
const tabs = [
	["", "Overview"],
	["calls", "Calls"],
	["ledger", "Ledger"],
	["top-ups", "Top-ups"],
	["webhook", "Webhook"],
	["try", "Try it"],
] as const;

/** The tabs of the account itself, which no program uses. */
const ACCOUNT_TABS: readonly string[] = ["", "ledger", "top-ups"];

/** The credits of the account itself: the same page, without what is about programs. */
export function CreditsPage() {
	const keys = useRoute("GET /keys");
	if (keys.error) {
		const retry = () => keys.refetch();
		return (
			<FailedPage
				error={keys.error}
				name="Credits"
				onRetry={retry}
				title="Your balance could not be loaded"
			/>
		);
	}
	if (!keys.data) return <WaitingPage />;
	return keys.data.account ? <ShownKey clientId={keys.data.account.client_id} /> : <NobodyPays />;
}

/** One key: a heading and the tab given in the URL. */
export function KeyPage() {
	return <ShownKey clientId={useParams().clientId ?? ""} />;
}

function ShownKey({ clientId }: { readonly clientId: string }) {
	const match = [useMatch("/keys/:clientId/:tab"), useMatch("/credits/:tab")];
	const tabPath = match.find((found) => found !== null)?.params.tab ?? "";
	const isOverview = tabPath === "";
	const tabName = tabs.find(([path]) => path === tabPath)?.[1] ?? "Overview";
	const hasWebhooks = useSession().data?.service.webhooks ?? false;
	const key = useRoute(
		"GET /keys/{client_id}",
		{ path: { client_id: clientId } },
		{ refetchInterval: isOverview && REFETCH_MS },
	);
	if (key.data === undefined) {
		if (key.error && asFailure(key.error).status === 404) return <NotFound />;
		if (key.error)
			return (
				<FailedPage
					back={ALL_KEYS}
					error={key.error}
					name="Key"
					onRetry={() => key.refetch()}
					title="This key could not be loaded"
				/>
			);
		return <WaitingPage />;
	}
	const shown = named(key.data);
	const { client_name, client_id, state, balance_is_low, is_account } = shown;
	const hidden = [hasWebhooks ? "" : "webhook", state === "active" ? "" : "try"];
	const offered = tabs.filter(([path]) =>
		is_account ? ACCOUNT_TABS.includes(path) : path === "" || !hidden.includes(path),
	);
	return (
		<>
			<PageHead
				{...(is_account
					? { description: "What your orders are paid from." }
					: {
							actions: <KeyActions apiKey={shown} />,
							back: ALL_KEYS,
							description: <Identifier id={client_id} name="client id" />,
						})}
				badges={
					<>
						{is_account && state === "active" ? null : <StateBadge state={state} />}
						{balance_is_low && state === "active" ? <StateBadge state="low" /> : null}
					</>
				}
				name={`${tabName} · ${client_name}`}
				title={is_account ? "Credits" : client_name}
			/>
			<TabLinks name={is_account ? "About your credits" : "About this key"} tabs={offered} />
			{tabPath === "webhook" ? null : <WebhookNotice apiKey={shown} />}
			<Outlet context={shown} />
		</>
	);
}

export function useShownKey(): Key {
	return useOutletContext<Key>();
}

/** On the other tabs of a key: that its webhook has problems, with a link to details. */
function WebhookNotice({ apiKey }: { readonly apiKey: Key }) {
	const { webhook_state, state } = apiKey;
	if (state !== "active" || (webhook_state !== "off" && webhook_state !== "failing")) return null;
	const isOff = webhook_state === "off";
	return (
		<Alert
			mb="md"
			color={isOff ? "red" : "marigold"}
			icon={<IconPlugConnectedX />}
			title={isOff ? "The webhook was switched off" : "The webhook's endpoint does not accept messages"}
		>
			<span className={webhookClasses.words}>
				{isOff ? "Your program is no longer told about changes. " : "Messages are retried for three days. "}
				<Anchor component={Link} to={`/keys/${apiKey.client_id}/webhook`}>
					See what went wrong
				</Anchor>
			</span>
		</Alert>
	);
}

function KeyActions({ apiKey }: { readonly apiKey: Key }) {
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
					<MenuAction icon={IconPencil} onClick={() => setAction("rename")}>
						Rename
					</MenuAction>
					{isActive ? (
						<>
							<MenuAction icon={IconRefresh} onClick={() => setAction("rotate")}>
								Rotate the API key
							</MenuAction>
							{account?.state === "active" ? (
								<MenuAction icon={IconCoins} onClick={() => setAction("balance")}>
									{isOnAccount(apiKey, account) ? "Give it its own balance" : "Use the account's balance"}
								</MenuAction>
							) : null}
							<Menu.Divider />
							<MenuAction icon={IconBan} className="dangerous" onClick={() => setAction("revoke")}>
								Revoke for good
							</MenuAction>
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
			<OnceDialog onClose={close} opened={opened} title="The new API key">
				<KeySecret onDone={close} secret={rotate.data} />
			</OnceDialog>
		);
	}
	return (
		<ConfirmDialog
			action="Rotate the key"
			act={rotate}
			onClose={close}
			onDone={() => undefined}
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
	return (
		<Modal onClose={onClose} opened={opened} title="Rename this key">
			<KeyNameForm
				action="Rename"
				act={change}
				name={apiKey.client_name}
				onCancel={onClose}
				onSubmit={(name) =>
					change.mutate({ body: { client_name: name } }, done("The key has its new name.", onClose))
				}
			/>
		</Modal>
	);
}
