import type { ReactNode } from "react";
import type { Key } from "../api/keys.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { WaitingPage } from "../parts/Waiting.tsx";
import { NoActiveKey } from "./NoActiveKey.tsx";
import { PayingKeySelect } from "./PayingKeySelect.tsx";
import { usePayingKey } from "./paying-key.ts";

interface WithPayingKeyProps {
	/** What is shown above, whatever the key; it may show the choice of the key itself. */
	readonly head?: ReactNode | ((keySelect: ReactNode) => ReactNode);
	/** What the page is called where nothing of it can be shown; for one that has its heading from what it shows. */
	readonly name?: string;
	readonly label?: string;
	/** @param keySelect lets another key be chosen, where there is one. */
	readonly children: (key: Key, keySelect: ReactNode) => ReactNode;
}

/** What belongs to the key that is chosen; what to do where there is none. */
export function WithPayingKey({ head, name, label = "Key", children }: WithPayingKeyProps) {
	const { key, keys, choose, isLoading, error, refetch } = usePayingKey();
	if (isLoading && !error) return <WaitingPage />;
	const select = key ? <PayingKeySelect keys={keys} label={label} onChoose={choose} payingKey={key} /> : null;
	const isShown = key && !error;
	return (
		<>
			{typeof head === "function" ? head(select) : head}
			{name !== undefined && !isShown ? <PageHead name={name} /> : null}
			{error ? <FailureNotice error={error} onRetry={refetch} title="Your keys could not be read" /> : null}
			{isShown ? children(key, select) : null}
			{key || error ? null : <NoActiveKey />}
		</>
	);
}
