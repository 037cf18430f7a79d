import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";

interface CodeStepProps {
	readonly isBusy: boolean;
	readonly error: Failure | undefined;
	readonly onCode: (code: string) => void;
	readonly onBack: () => void;
}

/** The second step of signing in. Six digits are sent at once, a recovery code with the button. */
export function CodeStep({ isBusy, error, onCode, onBack }: CodeStepProps) {
	const [code, setCode] = useState("");
	const enter = (text: string) => {
		setCode(text);
		if (/^\d{6}$/.test(text.replaceAll(" ", "")) && !isBusy) onCode(text.replaceAll(" ", ""));
	};
	return (
		<>
			<PageHead
				description="Enter the six digits that your authenticator shows, or one of your recovery codes."
				name="One more step"
			/>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (code.trim() !== "") onCode(code.trim());
				}}
			>
				<Stack gap="md">
					{error ? <FailureNotice error={error} /> : null}
					<TextInput
						autoCapitalize="none"
						autoComplete="one-time-code"
						autoFocus
						label="Code"
						maxLength={40}
						onChange={(event) => enter(event.currentTarget.value)}
						size="md"
						spellCheck={false}
						value={code}
					/>
					<Button fullWidth loading={isBusy} size="md" type="submit">
						Continue
					</Button>
					<Button fullWidth onClick={onBack} size="md" variant="subtle">
						Use another account
					</Button>
				</Stack>
			</form>
		</>
	);
}
