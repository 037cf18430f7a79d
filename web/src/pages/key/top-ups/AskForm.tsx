import { Button, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { useAction } from "../../../api/use-route.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { AmountInput } from "../../../parts/AmountInput.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

const LEAST_CREDITS = 0.0001;

export function AskForm({ clientId }: { readonly clientId: string }) {
	const ask = useAction("POST /keys/{client_id}/top-ups", { path: { client_id: clientId } });
	const key = useIdempotencyKey();
	const form = useForm({
		mode: "controlled",
		initialValues: { credits: "", note: "" },
		validate: { credits: (credits) => amountProblem(credits, LEAST_CREDITS) },
	});
	return (
		<Surface
			description="The credits are added to the key as soon as an administrator approves."
			title="Ask for credits"
		>
			<Form
				error={ask.error}
				form={form}
				onSubmit={({ credits, note }) =>
					ask.mutate(
						{
							body: {
								credits: parseAmount(credits) ?? 0,
								...(note.trim() === "" ? {} : { note: note.trim() }),
								idempotency_key: key.current(),
							},
						},
						{
							onError: key.renewAfter,
							onSuccess: (topUp) => {
								key.renew();
								form.reset();
								notifySuccess(`You asked for ${creditsInWords(topUp.credits)}.`);
							},
						},
					)
				}
			>
				<AmountInput key={form.key("credits")} label="Credits" {...form.getInputProps("credits")} />
				<Textarea
					autosize
					description="For the administrator, such as a purchase order number."
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
			</Form>
		</Surface>
	);
}
