import { Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { asFailure } from "../../../api/failure.ts";
import { type AnyClient, useRoute } from "../../../api/routes.ts";
import { Identifier } from "../../../parts/Copy.tsx";
import { FailedPage, PageHead } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { TabLinks } from "../../../parts/TabLinks.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { NotFound } from "../../NotFound.tsx";
import { ClientActions } from "./ClientActions.tsx";

const ALL_KEYS = { to: "/admin/clients", name: "All keys" };
const tabs = [
	["", "Policy"],
	["preview", "See as this key"],
	["ledger", "Ledger"],
	["history", "History"],
] as const;

/** One client: a heading and the tab given in the URL. */
export function ClientPage() {
	const { clientId = "" } = useParams();
	const tabPath = useMatch("/admin/clients/:clientId/:tab")?.params.tab ?? "";
	const tabName = tabs.find(([path]) => path === tabPath)?.[1] ?? "Policy";
	const client = useRoute("GET /admin/clients/{client_id}", { path: { client_id: clientId } });
	if (client.data === undefined) {
		if (client.error && asFailure(client.error).status === 404) return <NotFound />;
		if (client.error)
			return <FailedPage back={ALL_KEYS} error={client.error} name="Key" onRetry={() => client.refetch()} />;
		return <WaitingPage />;
	}
	const { client_id, client_name, state, is_account } = client.data;
	return (
		<>
			<PageHead
				actions={<ClientActions client={client.data} />}
				back={ALL_KEYS}
				badges={
					<>
						<StateBadge state={state} />
						{is_account ? <StateBadge state="account" /> : null}
					</>
				}
				description={<Identifier id={client_id} name="client id" />}
				name={`${tabName} · ${client_name}`}
				title={client_name}
			/>
			<TabLinks name="About this key" tabs={tabs} />
			<Outlet context={client.data} />
		</>
	);
}

export function useShownClient(): AnyClient {
	return useOutletContext<AnyClient>();
}
