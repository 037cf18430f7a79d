import type { ReactNode } from "react";
import type { ProductList } from "../../api/routes.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { ListResult } from "./ListResult.tsx";

interface ListForKeyProps {
	readonly head: ReactNode;
	readonly barcodes: readonly string[];
	/** The saved list; undefined for a new one. */
	readonly list: ProductList | undefined;
	readonly onChange: (barcodes: readonly string[]) => void;
	/** Called when a new list has been saved. */
	readonly onSaved?: () => void;
}

export function ListForKey({ head, ...list }: ListForKeyProps) {
	return (
		<WithPayingKey head={head}>
			{(key, keySelect) => <ListResult {...list} key={key.client_id} keySelect={keySelect} payingKey={key} />}
		</WithPayingKey>
	);
}
