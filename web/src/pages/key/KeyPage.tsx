import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link, Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type Key, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { named } from "../../basket/paying-key.ts";
import { NobodyPays } from "../../basket/WithPayingKey.tsx";
import { Identifier } from "../../parts/Copy.tsx";
import { FailedPage, PageHead } from "../../parts/Page.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { TabLinks } from "../../parts/TabLinks.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { NotFound } from "../NotFound.tsx";
import { KeyActions } from "./KeyActions.tsx";
import classes from "./KeyPage.module.css";
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
				name={`${tabName} · ${client_name}`}
				title={
					<span className={classes.title}>
						<bdi>{is_account ? "Credits" : client_name}</bdi>{" "}
						{is_account && state === "active" ? null : <StateBadge state={state} />}
						{balance_is_low && state === "active" ? <StateBadge state="low" /> : null}
					</span>
				}
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
			className={webhookClasses.notice ?? ""}
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
