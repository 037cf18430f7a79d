import { Button } from "@mantine/core";
import { useState } from "react";
import { useLists } from "../../api/lists.ts";
import { WithPayingKey } from "../../basket/WithPayingKey.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { KeptLists } from "./KeptLists.tsx";
import { ListForm } from "./ListForm.tsx";
import { ListResult } from "./ListResult.tsx";
import classes from "./Lists.module.css";

const DESCRIPTION = "Bring the barcodes of your shop: see what there is, what is missing and what it costs.";

/** Lists of barcodes: a new one, and those that are kept. */
export function ListsPage() {
	const [barcodes, setBarcodes] = useState<readonly string[]>();
	const lists = useLists();
	if (barcodes === undefined) {
		return (
			<>
				<PageHead description={DESCRIPTION} name="Lists" />
				<div className={classes.lists}>
					<ListForm onRead={setBarcodes} />
					<KeptLists lists={lists} />
				</div>
			</>
		);
	}
	const head = (
		<PageHead
			actions={
				<Button onClick={() => setBarcodes(undefined)} variant="default">
					Another list
				</Button>
			}
			name="Your list"
		/>
	);
	return (
		<WithPayingKey head={head}>
			{(key, keySelect) => (
				<ListResult
					barcodes={barcodes}
					key={key.client_id}
					keySelect={keySelect}
					list={undefined}
					onChange={setBarcodes}
					payingKey={key}
				/>
			)}
		</WithPayingKey>
	);
}
