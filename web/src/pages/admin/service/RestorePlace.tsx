import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "../../../api/routes.ts";
import { Form } from "../../../parts/Form.tsx";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { SecretFields } from "./SecretFields.tsx";
import { refusedSetting } from "./ServiceSettings.tsx";

interface RestorePlaceProps {
	readonly token: string;
	readonly onSaved: () => void;
}

/** On the first run, nothing else knows where the backups of the lost installation are. */
export function RestorePlace({ token, onSaved }: RestorePlaceProps) {
	const save = useAction("POST /setup/restore/place");
	const form = useForm({
		mode: "controlled",
		initialValues: { PACKSHOT_BACKUP_URL: "", PACKSHOT_BACKUP_KEY: "" },
		validate: { PACKSHOT_BACKUP_URL: (text) => (text === "" ? "Enter where they are." : null) },
	});
	return (
		<Form
			error={save.error && refusedSetting(save.error) ? null : save.error}
			form={form}
			onSubmit={({ PACKSHOT_BACKUP_URL, PACKSHOT_BACKUP_KEY }) =>
				save.mutate(
					{
						body: {
							token,
							values: { PACKSHOT_BACKUP_URL, ...(PACKSHOT_BACKUP_KEY && { PACKSHOT_BACKUP_KEY }) },
						},
					},
					{
						onSuccess: onSaved,
						onError: (error) => {
							const refused = refusedSetting(error);
							if (refused) form.setFieldError(refused.name, refused.problem);
						},
					},
				)
			}
		>
			<SecretFields
				description="As the settings of the lost installation had it."
				error={form.getInputProps("PACKSHOT_BACKUP_URL").error}
				label="Place"
				name="PACKSHOT_BACKUP_URL"
				onText={(text) => form.setFieldValue("PACKSHOT_BACKUP_URL", text)}
			/>
			<PasswordField
				autoComplete="off"
				description="Only if they are encrypted."
				label="Key of the backups"
				{...form.getInputProps("PACKSHOT_BACKUP_KEY")}
			/>
			<div>
				<Button loading={save.isPending} type="submit" variant="default">
					Show the backups there
				</Button>
			</div>
			{save.data?.backups.length === 0 && save.data.place_failure === null ? (
				<p role="status">There are no backups there.</p>
			) : null}
		</Form>
	);
}
