import { IconCoinOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Key } from "../api/routes.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { EmptyState } from "../parts/Listing.tsx";
import { PageHead, Surface } from "../parts/Page.tsx";
import { WaitingPage } from "../parts/Waiting.tsx";
import { PayingKeySelect } from "./PayingKeySelect.tsx";
import { usePayingKey } from "./paying-key.ts";

interface WithPayingKeyProps {
	/** Shown above, whoever pays; may render the key selection itself. */
	readonly head?: ReactNode | ((keySelect: ReactNode) => ReactNode);
	/** Page title while its content cannot be shown; for pages that take their heading from the content. */
	readonly name?: string;
	/** Whether those that draw on one balance are one choice. */
	readonly isByBalance?: boolean;
	/** @param keySelect selects somebody else, if there is anybody. */
	readonly children: (key: Key, keySelect: ReactNode) => ReactNode;
}

/** Renders content for whoever pays, or says that nobody can. */
export function WithPayingKey({ head, name, isByBalance = false, children }: WithPayingKeyProps) {
	const { key, keys, balances, choose, isLoading, error, refetch } = usePayingKey();
	if (isLoading && !error) return <WaitingPage />;
	const select = key ? (
		<PayingKeySelect keys={isByBalance ? balances : keys} onChoose={choose} payingKey={key} />
	) : null;
	const isShown = key && !error;
	return (
		<>
			{typeof head === "function" ? head(select) : head}
			{name !== undefined && !isShown ? <PageHead name={name} /> : null}
			<FailureNotice error={error} onRetry={refetch} title="Your balance could not be loaded" />
			{isShown ? children(key, select) : null}
			{key || error ? null : <NobodyPays />}
		</>
	);
}

/** The operator has closed the account for orders, and it has no key. */
export function NobodyPays() {
	return (
		<Surface>
			<EmptyState icon={IconCoinOff} title="Your account cannot buy">
				The operator of this service has closed it for orders. Ask them to open it again.
			</EmptyState>
		</Surface>
	);
}
