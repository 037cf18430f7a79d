import { Badge } from "@mantine/core";
import type { Import } from "../../../api/routes.ts";
import { stateOf } from "./import-state.ts";

/** The state of an import. */
export function ImportStateBadge({ batch }: { readonly batch: Import }) {
	const [word, color] = stateOf(batch);
	return <Badge color={color}>{word}</Badge>;
}
