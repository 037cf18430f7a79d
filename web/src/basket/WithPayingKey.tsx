import type { ReactNode } from "react";
import type { Key } from "../api/keys.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { WaitingPage } from "../parts/Waiting.tsx";
import { NoActiveKey } from "./NoActiveKey.tsx";
import { PayingKeySelect } from "./PayingKeySelect.tsx";
import { usePayingKey } from "./paying-key.ts";

interface WithPayingKeyProps {
	/** What is shown above, whatever the key; it may show the choice of the key itself. */
	readonly head?: ReactNode | ((keySelect: ReactNode) => ReactNode);
	readonly label?: string;
	/** @param keySelect lets another key be chosen, where there is one. */
	readonly children: (key: Key, keySelect: ReactNode) => ReactNode;
}

/** What belongs to the key that is chosen; what to do where there is none. */
export function WithPayingKey({ head, label = "Key", children }: WithPayingKeyProps) {
	const { key, keys, choose, isLoading, error, refetch } = usePayingKey();
	if (error) return <FailureNotice error={error} onRetry={refetch} title="Your keys could not be read" />;
	if (isLoading) return <WaitingPage />;
	const select = key ? <PayingKeySelect keys={keys} label={label} onChoose={choose} payingKey={key} /> : null;
	return (
		<>
			{typeof head === "function" ? head(select) : head}
			{key ? children(key, select) : <NoActiveKey />}
		</>
	);
}
