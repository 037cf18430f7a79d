import { Button, Group, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { CopyButton } from "../../parts/Copy.tsx";
import { StepFocus } from "../../parts/StepFocus.tsx";
import { saveFile } from "../../parts/save-file.ts";
import classes from "./AccountPage.module.css";

/** The codes for signing in without the authenticator, shown once. */
export function RecoveryCodes({
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
				<p className={classes.words}>
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
