import { Button, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Key, useChangeKey } from "../../../api/keys.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import { parseAmount } from "./parse-amount.ts";

/** The owner's own limits: when to be warned, and the most a day may cost. */
export function SpendingForm({ apiKey }: { readonly apiKey: Key }) {
	const change = useChangeKey(apiKey.client_id);
	const form = useForm<{ low: number | string; cap: number | string }>({
		mode: "controlled",
		initialValues: { low: apiKey.low_balance_credits ?? "", cap: apiKey.daily_cap_credits ?? "" },
	});
	return (
		<Surface description="Leave a field empty for no bound." title="Spending">
			<form
				onSubmit={form.onSubmit(({ low, cap }) =>
					change.mutate(
						{ low_balance_credits: parseAmount(low), daily_cap_credits: parseAmount(cap) },
						{
							onSuccess: () => {
								form.resetDirty();
								notifySuccess("Saved.");
							},
						},
					),
				)}
			>
				<Stack gap="md">
					{change.error ? <FailureNotice error={change.error} /> : null}
					<NumberInput
						{...amountField}
						description="The key is marked when its balance falls below this."
						key={form.key("low")}
						label="Low-balance mark"
						{...form.getInputProps("low")}
					/>
					<NumberInput
						{...amountField}
						description="Calls that would spend more in one UTC day are refused."
						key={form.key("cap")}
						label="Daily cap"
						{...form.getInputProps("cap")}
					/>
					<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
						Save
					</Button>
				</Stack>
			</form>
		</Surface>
	);
}

/** What the service takes as an amount: four decimals, up to a billion. */
const amountField = {
	allowNegative: false,
	clampBehavior: "strict",
	decimalScale: 4,
	hideControls: true,
	inputMode: "decimal",
	max: 1_000_000_000,
	placeholder: "None",
	suffix: " credits",
	thousandSeparator: ",",
} as const;
