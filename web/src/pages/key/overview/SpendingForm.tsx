import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Key } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { formatCredits } from "../../../format/credits.ts";
import { AmountInput } from "../../../parts/AmountInput.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

/** The owner's own limits: when to be warned, and the maximum cost per day. */
export function SpendingForm({ apiKey }: { readonly apiKey: Key }) {
	const change = useAction("PATCH /keys/{client_id}", { path: { client_id: apiKey.client_id } });
	const form = useForm({
		mode: "controlled",
		initialValues: { low: textOf(apiKey.low_balance_credits), cap: textOf(apiKey.daily_cap_credits) },
		validate: { low: optional, cap: optional },
	});
	return (
		<Surface description="Leave a field empty for no limit." title="Spending">
			<Form
				error={change.error}
				form={form}
				onSubmit={({ low, cap }) =>
					change.mutate(
						{ body: { low_balance_credits: amountOf(low), daily_cap_credits: amountOf(cap) } },
						{
							onSuccess: () => {
								form.resetDirty();
								notifySuccess("Saved.");
							},
						},
					)
				}
			>
				<AmountInput
					description="When the balance falls below this, the key is marked and, if mail is on, you get a mail."
					key={form.key("low")}
					label="Low-balance mark"
					placeholder="None"
					{...form.getInputProps("low")}
				/>
				<AmountInput
					description="Calls that would go over this in one UTC day are refused."
					key={form.key("cap")}
					label="Daily cap"
					placeholder="None"
					{...form.getInputProps("cap")}
				/>
				<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
					Save
				</Button>
			</Form>
		</Surface>
	);
}

/** An empty field means no limit. */
function optional(text: string): string | null {
	return text.trim() === "" ? null : amountProblem(text, 0);
}

function amountOf(text: string): number | null {
	return parseAmount(text) ?? null;
}

function textOf(credits: number | null): string {
	return credits === null ? "" : formatCredits(credits);
}
