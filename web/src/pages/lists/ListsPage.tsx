import { Button } from "@mantine/core";
import { useState } from "react";
import { PageHead } from "../../parts/PageHead.tsx";
import { ListForKey } from "./ListForKey.tsx";
import { ListForm } from "./ListForm.tsx";
import classes from "./Lists.module.css";
import { SavedLists } from "./SavedLists.tsx";

const DESCRIPTION =
	"Paste the barcodes of your shop to see what is available, what is missing and what it costs.";

/** Lists of barcodes: a new one, and saved ones. */
export function ListsPage() {
	const [barcodes, setBarcodes] = useState<readonly string[]>();
	if (barcodes === undefined) {
		return (
			<>
				<PageHead description={DESCRIPTION} name="Lists" />
				<div className={classes.lists}>
					<ListForm onRead={setBarcodes} />
					<SavedLists />
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
	return <ListForKey barcodes={barcodes} head={head} list={undefined} onChange={setBarcodes} />;
}
