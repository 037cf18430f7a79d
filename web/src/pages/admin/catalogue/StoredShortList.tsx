import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useAction, usePages } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { countInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import { catalogueColumns, productColumn, tags } from "./catalogue-columns.tsx";
import { WorkList } from "./WorkList.tsx";

const columns = [
	productColumn,
	{ name: "In full", cell: ({ remarks }: { readonly remarks: readonly string[] }) => tags(remarks) },
	...catalogueColumns.slice(1),
];

/** Products that are stored without their leading zeros, with a button that gives them back to all, and one that takes that back. */
export function StoredShortList() {
	const list = usePages("GET /admin/catalogue/doubtful/{kind}", {
		path: { kind: "stored_short" },
		query: { limit: 50 },
	});
	const mayFillUp = useSession().data?.account?.roles.includes("administrator") ?? false;
	return (
		<WorkList
			columns={columns}
			kind="stored_short"
			note={mayFillUp ? undefined : "An administrator can fill them up."}
			query={list}
			rowKey={({ barcode }) => barcode}
		>
			{mayFillUp ? <FillUp hasAny={(list.data?.data.length ?? 0) > 0} /> : null}
		</WorkList>
	);
}

/** What one act filled up, by which it can be taken back. */
interface Done {
	readonly changeSet: number;
	readonly filled: number;
	readonly left: number;
}

function FillUp({ hasAny }: { readonly hasAny: boolean }) {
	const [done, setDone] = useState<Done>();
	const fillUp = useAction("POST /admin/catalogue/fill-up");
	const undo = useAction("POST /admin/catalogue/fill-up/{change_set}/undo");
	const fillUpAll = async () => {
		let [after, changeSet, filled, left]: [string | null, number | null, number, number] = [null, null, 0, 0];
		do {
			const part = await fillUp.mutateAsync({ body: { after, change_set: changeSet } });
			[after, changeSet] = [part.next, part.change_set];
			filled += part.filled;
			left += part.left.length;
		} while (after !== null);
		if (changeSet !== null) setDone({ changeSet, filled, left });
		notifySuccess(`${countInWords(filled, "product")} filled up.`);
	};
	const takeBack = async ({ changeSet }: Done) => {
		let undone = 0;
		for (;;) {
			const part = await undo.mutateAsync({ path: { change_set: changeSet } });
			undone += part.undone;
			if (!part.has_more) break;
		}
		setDone(undefined);
		notifySuccess(`${countInWords(undone, "product")} as before.`);
	};
	return (
		<Group gap="sm" p="md">
			<Button
				disabled={!hasAny}
				loading={fillUp.isPending}
				onClick={() => void fillUpAll().catch(() => undefined)}
			>
				Fill up all
			</Button>
			{done ? (
				<>
					<Text>
						{countInWords(done.filled, "product")} filled up
						{done.left > 0
							? `; ${done.left} stayed, because another product has the barcode in some form (merge these), or a removed one had it`
							: ""}
						.
					</Text>
					<Button
						loading={undo.isPending}
						onClick={() => void takeBack(done).catch(() => undefined)}
						variant="default"
					>
						Undo
					</Button>
				</>
			) : null}
			<FailureNotice error={fillUp.error ?? undo.error} />
		</Group>
	);
}
