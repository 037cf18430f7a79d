import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type ProductList, useChangeList, useKeepList } from "../../api/lists.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import classes from "./Lists.module.css";

interface KeepFormProps {
	readonly list: ProductList | undefined;
	readonly barcodes: readonly string[];
}

/** Keeps a list under a name, or a kept one as it is now. */
export function KeepForm({ list, barcodes }: KeepFormProps) {
	const [name, setName] = useState(list?.name ?? "");
	const keep = useKeepList();
	const change = useChangeList(list?.list_id ?? "");
	const navigate = useNavigate();
	const isSame = list?.name === name.trim() && list.barcodes.join() === barcodes.join();
	const body = { name: name.trim(), barcodes: [...barcodes] };
	const submit = () => {
		if (list) change.mutate(body, { onSuccess: () => notifySuccess("The list is changed.") });
		else keep.mutate(body, { onSuccess: ({ list_id }) => navigate(`/lists/${list_id}`) });
	};
	return (
		<Surface description="Kept lists can be opened again: then you see what is new." title="Keep this list">
			<form
				className={classes.keep}
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
			>
				<TextInput
					dir="auto"
					label="Name"
					maxLength={200}
					onChange={(event) => setName(event.currentTarget.value)}
					value={name}
				/>
				<Button
					disabled={name.trim() === "" || isSame}
					loading={keep.isPending || change.isPending}
					type="submit"
					variant="default"
				>
					{list ? "Save" : "Keep"}
				</Button>
			</form>
			{keep.error || change.error ? <FailureNotice error={keep.error ?? change.error} /> : null}
		</Surface>
	);
}
