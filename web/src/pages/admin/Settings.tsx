import { Button, NumberInput, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer } from "../../../../src/portal/contract/routes.ts";
import { useChangePortalSettings, usePortalSettings } from "../../api/administration.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Administration.module.css";

/** Settings for all accounts. */
export function Settings() {
	const settings = usePortalSettings();
	return (
		<>
			<PageHead description="What holds for all accounts." name="Settings" />
			{settings.error ? <FailureNotice error={settings.error} onRetry={() => settings.refetch()} /> : null}
			<Surface title="Accounts and keys">
				{settings.isPending ? <WaitingRows rows={2} /> : null}
				{settings.data ? <SettingsForm settings={settings.data} /> : null}
			</Surface>
		</>
	);
}

function SettingsForm({ settings }: { readonly settings: RouteAnswer<"GET /admin/settings"> }) {
	const change = useChangePortalSettings();
	const client = useQueryClient();
	const form = useForm<{ open: boolean; keys: number | string }>({
		mode: "controlled",
		initialValues: { open: settings.sign_up_open, keys: settings.keys_per_account },
		validate: { keys: (keys) => (keys === "" ? "Give a number." : null) },
	});
	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={form.onSubmit(({ open, keys }) =>
				change.mutate(
					{
						...(form.isDirty("open") ? { sign_up_open: open } : {}),
						...(form.isDirty("keys") ? { keys_per_account: Number(keys) } : {}),
					},
					{
						onSuccess: () => {
							form.resetDirty();
							notifySuccess("Saved.");
							void client.invalidateQueries({ queryKey: ["session"] });
						},
					},
				),
			)}
		>
			<Stack gap="lg">
				{change.error ? <FailureNotice error={change.error} /> : null}
				<Switch
					description="When off, new accounts are opened with the command line alone."
					label="Anybody may create an account"
					{...form.getInputProps("open", { type: "checkbox" })}
				/>
				<NumberInput
					allowDecimal={false}
					allowNegative={false}
					clampBehavior="strict"
					description="Active ones at a time; single accounts may have a number of their own."
					hideControls
					inputMode="numeric"
					label="Keys per account"
					max={1000}
					{...form.getInputProps("keys")}
				/>
				<div>
					<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
						Save
					</Button>
				</div>
			</Stack>
		</form>
	);
}
