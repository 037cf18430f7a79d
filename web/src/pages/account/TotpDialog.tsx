import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload } from "@tabler/icons-react";
import { QRCodeSVG } from "qrcode.react";
import { useAction } from "../../api/routes.ts";
import { CopyButton, CopyIcon, saveFile } from "../../parts/Copy.tsx";
import { Form, type Sending } from "../../parts/Form.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { OnceDialog, StepFocus } from "../../parts/SecretOnce.tsx";
import { passwordProblem } from "../sign-in/password-problem.ts";
import classes from "./AccountPage.module.css";

interface TotpDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Three steps: the password, the secret to scan with a first code, and the recovery codes, shown once. */
export function TotpDialog({ opened, onClose }: TotpDialogProps) {
	const start = useAction("POST /totp");
	const confirm = useAction("POST /totp/confirm");
	const close = () => {
		start.reset();
		confirm.reset();
		onClose();
	};
	const codes = confirm.data?.recovery_codes;
	return (
		<OnceDialog
			isShown={codes !== undefined}
			onClose={close}
			opened={opened}
			title={codes ? "Recovery codes" : "Set up two-factor sign-in"}
			size="md"
		>
			{codes ? <RecoveryCodes codes={codes} onDone={close} /> : null}
			{!codes && start.data ? (
				<ScanStep
					act={confirm}
					onCode={(code) => confirm.mutate({ body: { code } })}
					secret={start.data.secret}
					uri={start.data.uri}
				/>
			) : null}
			{start.data ? null : (
				<PasswordStep act={start} onPassword={(password) => start.mutate({ body: { password } })} />
			)}
		</OnceDialog>
	);
}

interface PasswordStepProps {
	readonly act: Sending;
	readonly onPassword: (password: string) => void;
}

function PasswordStep({ act, onPassword }: PasswordStepProps) {
	const form = useForm({
		initialValues: { password: "" },
		validate: { password: passwordProblem },
	});
	return (
		<Form
			error={act.error}
			form={form}
			onSubmit={({ password }) => onPassword(password)}
			refusals={{ sign_in_failed: "password" }}
		>
			<PasswordField
				autoComplete="current-password"
				data-autofocus
				label="Your password"
				{...form.getInputProps("password")}
			/>
			<Group justify="flex-end">
				<Button loading={act.isPending} type="submit">
					Continue
				</Button>
			</Group>
		</Form>
	);
}

interface ScanStepProps {
	readonly act: Sending;
	readonly secret: string;
	readonly uri: string;
	readonly onCode: (code: string) => void;
}

function ScanStep({ secret, uri, act, onCode }: ScanStepProps) {
	const form = useForm({
		initialValues: { code: "" },
		validate: {
			code: (code) => (/^\d{6}$/.test(code.replaceAll(" ", "")) ? null : "Enter the six digits."),
		},
	});
	return (
		<Form
			error={act.error}
			form={form}
			onSubmit={({ code }) => onCode(code.replaceAll(" ", ""))}
			refusals={{ sign_in_failed: "code" }}
		>
			<p>Scan this with your authenticator app, then enter the six digits it shows.</p>
			<div className={classes.qr}>
				<QRCodeSVG role="img" size={184} title="QR code for the authenticator app" value={uri} />
			</div>
			<div className="note">
				Or type in this secret:
				<span className={classes.secret}>
					<span>{secret}</span> <CopyIcon name="secret" text={secret} />
				</span>
			</div>
			<TextInput
				autoComplete="one-time-code"
				autoFocus
				inputMode="numeric"
				label="Code"
				maxLength={10}
				{...form.getInputProps("code")}
			/>
			<Group justify="flex-end">
				<Button loading={act.isPending} type="submit">
					Turn on
				</Button>
			</Group>
		</Form>
	);
}

/** The codes for signing in without the authenticator, shown once. */
function RecoveryCodes({
	codes,
	onDone,
}: {
	readonly codes: readonly string[];
	readonly onDone: () => void;
}) {
	const text = `${codes.join("\n")}\n`;
	return (
		<StepFocus>
			<Stack gap="md">
				<p>
					Two-factor sign-in is on. If you lose your authenticator, each of these codes lets you sign in once.
					They are only shown now: store them safely, apart from your password.
				</p>
				<ul className={classes.codes}>
					{codes.map((code) => (
						<li key={code}>{code}</li>
					))}
				</ul>
				<Group gap="sm">
					<CopyButton name="the codes" text={text} />
					<Button
						leftSection={<IconDownload size={16} stroke={1.7} />}
						onClick={() => saveFile("packshot-recovery-codes.txt", text, "text/plain")}
						variant="default"
					>
						Download
					</Button>
				</Group>
				<Group justify="flex-end">
					<Button onClick={onDone}>I have stored them</Button>
				</Group>
			</Stack>
		</StepFocus>
	);
}
