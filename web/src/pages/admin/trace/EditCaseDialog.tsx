import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type LeakCase, useAction, useRoute } from "../../../api/routes.ts";
import { nameProblem } from "../../../format/names.ts";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { STATES } from "./stages.ts";

interface EditCaseDialogProps {
	readonly shown: LeakCase;
	readonly onClose: () => void;
}

/** Name, note, holder and state of a case. */
export function EditCaseDialog({ shown, onClose }: EditCaseDialogProps) {
	const { case_id, name, note, state, holder } = shown;
	const holders = useRoute("GET /admin/case-holders");
	const change = useAction("PATCH /admin/traces/{case_id}", { path: { case_id } });
	const form = useForm({
		initialValues: { name, note: note ?? "", state, holder_id: holder?.account_id ?? "" },
		validate: { name: nameProblem },
	});
	return (
		<DialogForm
			act={change}
			action="Save"
			form={form}
			onClose={onClose}
			onSubmit={(values) =>
				change.mutate(
					{
						body: {
							...values,
							name: values.name.trim(),
							note: values.note.trim() === "" ? null : values.note,
							...holding(values.holder_id, holder),
						},
					},
					{ onSuccess: onClose },
				)
			}
			title="Name, holder and state"
		>
			<TextInput label="Name" maxLength={200} required {...form.getInputProps("name")} />
			<Textarea
				label="About the case"
				maxLength={10_000}
				maxRows={12}
				minRows={3}
				{...form.getInputProps("note")}
			/>
			<NativeSelect
				data={holderOptions(holders.data?.data ?? [], holder)}
				label="Held by"
				{...form.getInputProps("holder_id")}
			/>
			<NativeSelect data={STATES} label="State" {...form.getInputProps("state")} />
		</DialogForm>
	);
}

type Holder = LeakCase["holder"];

/** Whoever holds the case stays among the options, even if they could not be given another. */
function holderOptions(holders: readonly NonNullable<Holder>[], holder: Holder) {
	const isListed = holder === null || holders.some(({ account_id }) => account_id === holder.account_id);
	const listed = isListed ? holders : [holder, ...holders];
	return [
		{ value: "", label: "Nobody" },
		...listed.map(({ account_id, email }) => ({ value: account_id, label: email })),
	];
}

/** Sent only if it was changed: whoever holds a case may no longer be able to be given one. */
function holding(chosen: string, holder: Holder) {
	return chosen === (holder?.account_id ?? "") ? {} : { holder_id: chosen === "" ? null : chosen };
}
