import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Failure } from "../../api/failure.ts";
import { Form } from "../../parts/Form.tsx";
import { PageHead } from "../../parts/PageHead.tsx";

interface CodeStepProps {
	readonly isBusy: boolean;
	readonly error: Failure | undefined;
	readonly onCode: (code: string) => void;
	readonly onBack: () => void;
}

/** The second step of signing in. Six digits are submitted at once, a recovery code with the button. */
export function CodeStep({ isBusy, error, onCode, onBack }: CodeStepProps) {
	const form = useForm({
		mode: "controlled",
		initialValues: { code: "" },
		validate: { code: (code) => (code.trim() === "" ? "Enter six digits, or a recovery code." : null) },
		onValuesChange: ({ code }) => {
			const digits = code.replaceAll(" ", "");
			if (/^\d{6}$/.test(digits) && !isBusy) onCode(digits);
		},
	});
	return (
		<>
			<PageHead
				description="Enter the six digits that your authenticator shows, or one of your recovery codes."
				name="One more step"
			/>
			<Form
				error={error}
				form={form}
				onSubmit={({ code }) => onCode(code.trim())}
				refusals={{ sign_in_failed: "code" }}
			>
				<TextInput
					autoCapitalize="none"
					autoComplete="one-time-code"
					autoFocus
					label="Code"
					maxLength={40}
					size="md"
					spellCheck={false}
					{...form.getInputProps("code")}
				/>
				<Button fullWidth loading={isBusy} size="md" type="submit">
					Continue
				</Button>
				<Button fullWidth onClick={onBack} size="md" variant="subtle">
					Use another account
				</Button>
			</Form>
		</>
	);
}
