import { Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { RouteAnswer } from "../../../../src/portal/contract.ts";
import { useAction, useRoute } from "../../api/routes.ts";
import { amountProblem, countProblem, parseAmount, parseCount } from "../../format/amounts.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Form } from "../../parts/Form.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Administration.module.css";

/** The maximum that the service accepts. */
const MOST_KEYS = 1000;

/** Settings for all accounts. */
export function Settings() {
	const settings = useRoute("GET /admin/settings");
	return (
		<>
			<PageHead description="These apply to all accounts." name="Settings" />
			{settings.error ? <FailureNotice error={settings.error} onRetry={() => settings.refetch()} /> : null}
			<Surface title="Accounts, keys and top-ups">
				{settings.isPending ? <WaitingRows rows={2} /> : null}
				{settings.data ? <SettingsForm settings={settings.data} /> : null}
			</Surface>
		</>
	);
}

function aboveText({ two_approvals_above: above }: RouteAnswer<"GET /admin/settings">): string {
	return above === null ? "" : String(above);
}

function SettingsForm({ settings }: { readonly settings: RouteAnswer<"GET /admin/settings"> }) {
	const change = useAction("PATCH /admin/settings");
	const form = useForm({
		mode: "controlled",
		initialValues: {
			open: settings.sign_up_open,
			keys: String(settings.keys_per_account),
			above: aboveText(settings),
		},
		validate: {
			keys: (keys) => countProblem(keys, MOST_KEYS),
			above: (above) => (above.trim() === "" ? null : amountProblem(above, 0)),
		},
	});
	return (
		<Form
			className={classes.form}
			error={change.error}
			form={form}
			onSubmit={({ open, keys, above }) =>
				change.mutate(
					{
						body: {
							...(form.isDirty("open") ? { sign_up_open: open } : {}),
							...(form.isDirty("keys")
								? { keys_per_account: parseCount(keys) ?? settings.keys_per_account }
								: {}),
							...(form.isDirty("above") ? { two_approvals_above: parseAmount(above) ?? null } : {}),
						},
					},
					{
						onSuccess: () => {
							form.resetDirty();
							notifySuccess("Saved.");
						},
					},
				)
			}
		>
			<Switch
				description="When off, accounts can only be created on the command line."
				label="Anybody may create an account"
				{...form.getInputProps("open", { type: "checkbox" })}
			/>
			<TextInput
				description="How many active keys an account can have. You can set a different limit for a single account."
				inputMode="numeric"
				label="Keys per account"
				{...form.getInputProps("keys")}
			/>
			<TextInput
				description="Top-ups above this amount need approval from two people. Leave empty if one is always enough."
				inputMode="decimal"
				label="Two approvals above"
				{...form.getInputProps("above")}
			/>
			<div>
				<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
					Save
				</Button>
			</div>
		</Form>
	);
}
