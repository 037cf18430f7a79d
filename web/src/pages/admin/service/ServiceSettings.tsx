import { Button, Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { asFailure } from "../../../api/failure.ts";
import { useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { done } from "../../../parts/toast.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "../Administration.module.css";
import { SecretFields } from "./SecretFields.tsx";

type Service = RouteAnswer<"GET /admin/settings/service">;
type Setting = Service["settings"][number];
type Values = Record<string, string>;

interface ServiceSettingsProps {
	/** Of the panel, which links lead to. */
	readonly id: string;
	readonly groups: readonly string[];
	readonly title: string;
	readonly description: string;
	/** Besides the button that saves. */
	readonly actions?: ReactNode;
}

/** Settings of the service as a whole, in a panel of their own. */
export function ServiceSettings({ groups, actions, ...panel }: ServiceSettingsProps) {
	const service = useRoute("GET /admin/settings/service");
	const { hash } = useLocation();
	const isThere = service.data !== undefined;
	const isWanted = isThere && hash === `#${panel.id}`;
	useEffect(() => {
		const element = isWanted ? document.getElementById(panel.id) : null;
		element?.scrollIntoView();
		element?.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
	}, [isWanted, panel.id]);
	return (
		<Surface {...panel}>
			<FailureNotice error={service.error} onRetry={() => service.refetch()} />
			{service.isPending ? <WaitingRows rows={2} /> : null}
			{service.data ? (
				<ServiceForm
					actions={actions}
					key={service.data.revision}
					revision={service.data.revision}
					settings={groups.flatMap((group) => service.data.settings.filter((each) => each.group === group))}
				/>
			) : null}
		</Surface>
	);
}

/** Stands for a secret that stays as it is: nobody is shown it. */
const KEPT = "\0";

function firstValue({ is_secret, source, value, choices, default: otherwise }: Setting): string {
	if (is_secret) return source === "default" ? "" : KEPT;
	return source === "default" ? ((choices && otherwise) ?? "") : (value ?? "");
}

interface ServiceFormProps {
	readonly revision: number;
	readonly settings: readonly Setting[];
	readonly actions: ReactNode;
}

function ServiceForm({ revision, settings, actions }: ServiceFormProps) {
	const [asked, setAsked] = useState<Values>();
	const form = useForm<Values>({
		mode: "controlled",
		initialValues: Object.fromEntries(settings.map((setting) => [setting.name, firstValue(setting)])),
	});
	const changed = (values: Values) =>
		Object.fromEntries(Object.entries(values).filter(([name]) => form.isDirty(name)));
	return (
		<>
			<Form className={classes.form} form={form} onSubmit={(values) => setAsked(changed(values))}>
				{settings.map((setting) => (
					<SettingField form={form} key={setting.name} setting={setting} />
				))}
				<Group gap="sm">
					<Button disabled={!form.isDirty()} type="submit">
						Save
					</Button>
					{actions}
				</Group>
			</Form>
			{asked ? (
				<ConfirmDialog
					onClose={() => setAsked(undefined)}
					onRefused={(name, problem) => {
						setAsked(undefined);
						form.setFieldError(name, problem);
					}}
					revision={revision}
					values={asked}
				/>
			) : null}
		</>
	);
}

interface SettingFieldProps {
	readonly setting: Setting;
	readonly form: UseFormReturnType<Values>;
}

function SettingField({ setting, form }: SettingFieldProps) {
	const { name, label, choices, source, fault, is_pending } = setting;
	const { error, ...input } = form.getInputProps(name);
	const hint = [
		setting.hint,
		fault === null ? "" : `What is stored cannot be used (${fault}): set it again.`,
		is_pending ? "The change takes effect when the service is started again." : "",
	];
	const shared = { error, label, description: hint.filter((text) => text !== "").join(" ") };
	if (source === "environment") return <Fixed {...shared} setting={setting} />;
	if (form.getValues()[name] === KEPT)
		return <Fixed {...shared} onChange={() => form.setFieldValue(name, "")} setting={setting} />;
	if (setting.is_secret)
		return <SecretFields {...shared} name={name} onText={(text) => form.setFieldValue(name, text)} />;
	if (choices) return <NativeSelect {...shared} {...input} data={choices} />;
	return <TextInput autoComplete="off" {...shared} {...input} placeholder={setting.default ?? ""} />;
}

interface FixedProps extends Pick<ComponentProps<typeof TextInput>, "label" | "description" | "error"> {
	readonly setting: Setting;
	readonly onChange?: () => void;
}

/** A value that cannot be changed in place: the environment sets it, or it is a secret. */
function Fixed({ setting: { name, value, source }, onChange, ...shared }: FixedProps) {
	return (
		<div>
			<TextInput {...shared} readOnly value={value ?? "••••••••"} />
			{source === "environment" ? (
				<p className="note">
					<code>{name}</code> sets it in the environment of the service.
				</p>
			) : (
				<Button
					aria-label={`Change: ${shared.label}`}
					mt="xs"
					onClick={onChange}
					size="compact-sm"
					variant="default"
				>
					Change, or leave empty to remove
				</Button>
			)}
		</div>
	);
}

/** Which value the service has refused, and why; `undefined` for other failures. */
export function refusedSetting(error: unknown) {
	const [, name, problem] = /^values\.(\w+): (.*)$/s.exec(asFailure(error).message) ?? [];
	if (name === undefined || problem === undefined) return undefined;
	return { name, problem: problem.slice(0, 1).toUpperCase() + problem.slice(1) };
}

interface ConfirmDialogProps {
	readonly revision: number;
	readonly values: Values;
	readonly onClose: () => void;
	readonly onRefused: (name: string, problem: string) => void;
}

/** Links that set a password go to the address and through the mail server: a session that was left open must not change them. */
function ConfirmDialog({ revision, values, onClose, onRefused }: ConfirmDialogProps) {
	const save = useAction("PATCH /admin/settings/service");
	const provider = useSession().data?.service.single_sign_on;
	const form = useForm({ initialValues: { password: "", isSure: false } });
	const isElsewhere = save.error !== null && asFailure(save.error).code === "address_elsewhere";
	const given = Object.entries(values).map(([name, text]) => [name, text.trim() || null] as const);
	const address = values.PACKSHOT_PUBLIC_URL?.trim();
	return (
		<DialogForm
			act={save}
			action="Save"
			form={form}
			onClose={onClose}
			onSubmit={({ password, isSure }) =>
				save.mutate(
					{
						body: {
							revision,
							values: Object.fromEntries(given),
							...(password === "" ? {} : { password }),
							...(isSure ? { even_if_unreachable: true } : {}),
						},
					},
					{
						...done(address ? `Saved. From now on, the service is at ${address}.` : "Saved.", onClose),
						onError: (error) => {
							const refused = refusedSetting(error);
							if (refused) onRefused(refused.name, refused.problem);
						},
					},
				)
			}
			refusals={{ sign_in_failed: "password", sign_in_again: "password" }}
			title="Change settings of the service"
		>
			<PasswordField
				autoComplete="current-password"
				data-autofocus
				description={
					provider ? `Leave it empty if you have just signed in with ${provider.name}.` : undefined
				}
				label="Your password"
				{...form.getInputProps("password")}
			/>
			{isElsewhere ? (
				<Checkbox
					description="Until the address leads here, nobody can sign in except on this machine. packshot config unset PACKSHOT_PUBLIC_URL takes it back."
					label="Save this address all the same"
					{...form.getInputProps("isSure", { type: "checkbox" })}
				/>
			) : null}
		</DialogForm>
	);
}
