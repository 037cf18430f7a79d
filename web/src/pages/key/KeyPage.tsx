import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link, Navigate, Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type Administration, type ShownKey, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { named } from "../../basket/paying-key.ts";
import { NobodyPays } from "../../basket/WithPayingKey.tsx";
import { Identifier } from "../../parts/Copy.tsx";
import { FailedPage, PageHead } from "../../parts/Page.tsx";
import { KeyState, StateBadge } from "../../parts/StateBadge.tsx";
import { TabLinks } from "../../parts/TabLinks.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { NotFound } from "../NotFound.tsx";
import { KeyActions } from "./KeyActions.tsx";
import { tabsOf } from "./key-tabs.ts";
import webhookClasses from "./webhook/Webhook.module.css";

/** The limits on the overview are polled; the other tabs only fetch on user action, so that an abandoned session ends. */
const REFETCH_MS = 5_000;

const OWN_KEYS = { to: "/keys", name: "Keys" };
const ALL_KEYS = { to: "/admin/clients", name: "All keys" };

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
	return keys.data.account ? <OneKey clientId={keys.data.account.client_id} isCredits /> : <NobodyPays />;
}

/** One key, for its account and for administration: a heading and the tab given in the URL. */
export function KeyPage() {
	return <OneKey clientId={useParams().clientId ?? ""} />;
}

/** Where keys were shown to administration before. */
export function MovedKey() {
	const { clientId = "", tab = "policy" } = useParams();
	return <Navigate replace to={`/keys/${clientId}/${tab}`} />;
}

interface OneKeyProps {
	readonly clientId: string;
	/** Whether it is shown as what the account's orders are paid from. */
	readonly isCredits?: boolean;
}

function OneKey({ clientId, isCredits = false }: OneKeyProps) {
	const match = [useMatch("/keys/:clientId/:tab"), useMatch("/credits/:tab")];
	const tabPath = match.find((found) => found !== null)?.params.tab ?? "";
	const hasWebhooks = useSession().data?.service.webhooks ?? false;
	const key = useRoute(
		"GET /keys/{client_id}",
		{ path: { client_id: clientId } },
		{ refetchInterval: ({ state }) => tabPath === "" && state.data?.is_own !== false && REFETCH_MS },
	);
	if (key.data === undefined) {
		if (key.error && asFailure(key.error).status === 404) return <NotFound />;
		if (key.error)
			return (
				<FailedPage
					back={OWN_KEYS}
					error={key.error}
					name="Key"
					onRetry={() => key.refetch()}
					title="This key could not be loaded"
				/>
			);
		return <WaitingPage />;
	}
	const shown = key.data.administration && !isCredits ? key.data : named(key.data);
	const { client_name, client_id, is_own, is_account } = shown;
	const { visible, offered } = tabsOf(shown, { isCredits, hasWebhooks });
	const tabName = visible.find(([path]) => path === tabPath)?.[1];
	if (tabName === undefined)
		return is_own ? <NotFound /> : <Navigate replace to={`/keys/${client_id}/policy`} />;
	return (
		<>
			<PageHead
				{...(isCredits
					? { description: "What your orders are paid from." }
					: {
							actions: <KeyActions apiKey={shown} />,
							back: is_own ? OWN_KEYS : ALL_KEYS,
							description: <Identifier id={client_id} name="client id" />,
						})}
				badges={<Badges apiKey={shown} />}
				name={`${tabName} · ${client_name}`}
				title={isCredits ? "Credits" : client_name}
			/>
			<TabLinks name={isCredits ? "About your credits" : "About this key"} tabs={offered} />
			{is_own && !is_account && tabPath !== "webhook" ? <WebhookNotice apiKey={shown} /> : null}
			<Outlet context={shown} />
		</>
	);
}

function Badges({ apiKey }: { readonly apiKey: ShownKey }) {
	const { is_account, is_own, state, balance_is_low } = apiKey;
	const isUsual = is_account && is_own && state === "active" && !balance_is_low;
	return (
		<>
			{isUsual ? null : <KeyState of={apiKey} />}
			{is_account && !is_own ? <StateBadge state="account" /> : null}
		</>
	);
}

export function useShownKey(): ShownKey {
	return useOutletContext<ShownKey>();
}

/** The key on the tabs of administration, which nobody else opens. */
export function useAdministeredKey(): ShownKey & { readonly administration: Administration } {
	return useOutletContext();
}

/** On the other tabs of a key: that its webhook has problems, with a link to details. */
function WebhookNotice({ apiKey }: { readonly apiKey: ShownKey }) {
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
