import { Navigate, useLocation } from "react-router";
import { usePayingKey } from "../../../basket/paying-key.ts";
import { FailedPage } from "../../../parts/Page.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";

/** Where the API reference leads to try a call: to the form of the key that pays on other pages, else of the first; without any, to where keys are created. */
export function TryWithUsualKey() {
	const { search } = useLocation();
	const { key, keys, isLoading, error, refetch } = usePayingKey();
	if (error)
		return <FailedPage error={error} name="Try it" onRetry={refetch} title="Your keys could not be loaded" />;
	if (isLoading) return <WaitingPage />;
	const usable = keys.filter(({ is_account }) => !is_account);
	const chosen = usable.find((one) => one === key) ?? usable[0];
	return <Navigate replace to={chosen ? `/keys/${chosen.client_id}/try${search}` : "/keys"} />;
}
