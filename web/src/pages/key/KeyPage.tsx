import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link, Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { asFailure } from "../../api/failure.ts";
import { type Key, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
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
	["usage", "Usage"],
	["top-ups", "Top-ups"],
	["webhook", "Webhook"],
	["try", "Try it"],
] as const;

/** One key: a heading and the tab given in the URL. */
export function KeyPage() {
	const { clientId = "" } = useParams();
	const tabPath = useMatch("/keys/:clientId/:tab")?.params.tab ?? "";
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
	const { client_name, client_id, state, balance_is_low } = key.data;
	const hidden = [hasWebhooks ? "" : "webhook", state === "active" ? "" : "try"];
	const offered = tabs.filter(([path]) => path === "" || !hidden.includes(path));
	return (
		<>
			<PageHead
				actions={<KeyActions apiKey={key.data} />}
				back={ALL_KEYS}
				description={<Identifier id={client_id} name="client id" />}
				name={`${tabName} · ${client_name}`}
				title={
					<span className={classes.title}>
						<bdi>{client_name}</bdi> <StateBadge state={state} />
						{balance_is_low && state === "active" ? <StateBadge state="low" /> : null}
					</span>
				}
			/>
			<TabLinks name="About this key" tabs={offered} />
			{tabPath === "webhook" ? null : <WebhookNotice apiKey={key.data} />}
			<Outlet context={key.data} />
		</>
	);
}

/** The key shown by a tab. */
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
			variant="light"
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
