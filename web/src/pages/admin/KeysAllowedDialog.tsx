import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "../../api/use-route.ts";
import { countProblem, parseCount } from "../../format/amounts.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

/** The maximum that the service accepts. */
const MOST_KEYS = 1000;

/** Overrides the maximum number of active keys for one account. */
export function KeysAllowedDialog({ account, onClose }: AccountDialogProps) {
	const change = useAction("PATCH /admin/accounts/{account_id}", {
		path: { account_id: account.account_id },
	});
	const form = useForm({
		mode: "controlled",
		initialValues: { allowed: account.keys_allowed === null ? "" : String(account.keys_allowed) },
		validate: { allowed: (text) => (text.trim() === "" ? null : countProblem(text, MOST_KEYS)) },
	});
	return (
		<DialogForm
			onClose={onClose}
			title="Number of keys"
			action="Save"
			act={change}
			form={form}
			onSubmit={({ allowed }) =>
				change.mutate(
					{ body: { keys_allowed: parseCount(allowed) ?? null } },
					{
						onSuccess: () => {
							notifySuccess("Saved.");
							onClose();
						},
					},
				)
			}
		>
			<TextInput
				data-autofocus
				description="Leave empty to use the limit for all accounts. Existing keys keep working."
				inputMode="numeric"
				label={
					<>
						Active keys of <bdi>{account.email}</bdi>
					</>
				}
				{...form.getInputProps("allowed")}
			/>
		</DialogForm>
	);
}
