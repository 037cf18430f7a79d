import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type ProductList, useAction, useRoute } from "../../api/routes.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { told } from "../../parts/toast.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { ListForKey } from "./ListForKey.tsx";

/** A saved list, checked again: shows what is new since its last order. */
export function SavedListPage() {
	const { listId = "" } = useParams();
	const { data: list, error, refetch } = useRoute("GET /lists/{list_id}", { path: { list_id: listId } });
	if (error) return <FailureNotice error={error} onRetry={refetch} title="This list cannot be shown" />;
	if (!list) return <WaitingPage />;
	return <SavedList key={listId} list={list} />;
}

function SavedList({ list }: { readonly list: ProductList }) {
	const [barcodes, setBarcodes] = useState<readonly string[]>(list.barcodes);
	const forget = useAction("DELETE /lists/{list_id}", { path: { list_id: list.list_id } });
	const navigate = useNavigate();
	const forgetList = () =>
		forget.mutate(
			undefined,
			told("The list was deleted.", () => navigate("/lists")),
		);
	const head = (
		<PageHead
			actions={
				<Button loading={forget.isPending} onClick={forgetList} variant="default">
					Delete this list
				</Button>
			}
			back={{ to: "/lists", name: "Lists" }}
			name={list.name}
		/>
	);
	return <ListForKey barcodes={barcodes} head={head} list={list} onChange={setBarcodes} />;
}
