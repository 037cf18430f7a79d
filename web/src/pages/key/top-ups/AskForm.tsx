import { Button, NumberInput, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAskForCredits } from "../../../api/top-ups.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

export function AskForm({ clientId }: { readonly clientId: string }) {
	const ask = useAskForCredits(clientId);
	const form = useForm<{ credits: number | string; note: string }>({
		mode: "controlled",
		initialValues: { credits: "", note: "" },
		validate: { credits: (credits) => (Number(credits) > 0 ? null : "Say how many credits.") },
	});
	return (
		<Surface
			description="An administrator approves it; the credits are there at once then."
			title="Ask for credits"
		>
			<form
				noValidate
				onSubmit={form.onSubmit(({ credits, note }) =>
					ask.mutate(
						{ credits: Number(credits), ...(note.trim() === "" ? {} : { note: note.trim() }) },
						{
							onSuccess: (topUp) => {
								form.reset();
								notifySuccess(`You asked for ${creditsInWords(topUp.credits)}.`);
							},
						},
					),
				)}
			>
				<Stack gap="md">
					{ask.error ? <FailureNotice error={ask.error} /> : null}
					<NumberInput
						allowNegative={false}
						clampBehavior="strict"
						decimalScale={4}
						hideControls
						inputMode="decimal"
						key={form.key("credits")}
						label="Credits"
						max={1_000_000_000}
						thousandSeparator=","
						{...form.getInputProps("credits")}
					/>
					<Textarea
						autosize
						description="For the administrator, such as a purchase order."
						dir="auto"
						key={form.key("note")}
						label="Note"
						maxLength={500}
						minRows={2}
						{...form.getInputProps("note")}
					/>
					<Button loading={ask.isPending} type="submit">
						Ask for credits
					</Button>
				</Stack>
			</form>
		</Surface>
	);
}
