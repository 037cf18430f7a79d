import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "react-router";
import type { ProductList } from "../../api/shapes.ts";
import { useAction } from "../../api/use-route.ts";
import { nameProblem } from "../../format/names.ts";
import { Form } from "../../parts/Form.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import classes from "./Lists.module.css";

interface SaveListFormProps {
	readonly list: ProductList | undefined;
	readonly barcodes: readonly string[];
}

/** Saves a list under a name, or saves changes to a saved one. */
export function SaveListForm({ list, barcodes }: SaveListFormProps) {
	const save = useAction("POST /lists");
	const change = useAction("PUT /lists/{list_id}", { path: { list_id: list?.list_id ?? "" } });
	const navigate = useNavigate();
	const form = useForm({
		mode: "controlled",
		initialValues: { name: list?.name ?? "" },
		validate: { name: nameProblem },
	});
	const isSame = list?.name === form.values.name.trim() && list.barcodes.join() === barcodes.join();
	const submit = ({ name }: { name: string }) => {
		const body = { name: name.trim(), barcodes: [...barcodes] };
		if (list) change.mutate({ body }, { onSuccess: () => notifySuccess("Saved.") });
		else save.mutate({ body }, { onSuccess: ({ list_id }) => navigate(`/lists/${list_id}`) });
	};
	return (
		<Surface description="Open a saved list again to see what is new." title="Save this list">
			<Form error={save.error ?? change.error} form={form} onSubmit={submit}>
				<div className={classes.save}>
					<TextInput dir="auto" label="Name" maxLength={200} {...form.getInputProps("name")} />
					<Button
						disabled={isSame}
						loading={save.isPending || change.isPending}
						type="submit"
						variant="default"
					>
						Save
					</Button>
				</div>
			</Form>
		</Surface>
	);
}
