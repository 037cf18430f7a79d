import { Button, Group, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { type Prices, useAnnouncePrice, useImpact } from "../../../api/prices.ts";
import { amountProblem, parseAmount } from "../../../format/amounts.ts";
import { formatCredits } from "../../../format/credits.ts";
import { AmountInput } from "../../../parts/AmountInput.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import { ImpactView } from "./ImpactView.tsx";

interface AnnounceDialogProps {
	readonly prices: Prices;
	readonly action: string;
	readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const TYPING_MS = 300;

/** A price for later, with what it would have come to in the last 30 days. */
export function AnnounceDialog({ prices, action: first, onClose }: AnnounceDialogProps) {
	const [action, setAction] = useState(first);
	const [text, setText] = useState("");
	const [day, setDay] = useState("");
	const announce = useAnnouncePrice();
	const price = parseAmount(text);
	const [asked] = useDebouncedValue(price, TYPING_MS);
	const today = prices.data.find((each) => each.action === action);
	const impact = useImpact(today && asked !== undefined ? { action: today.action, price: asked } : undefined);
	return (
		<Modal onClose={onClose} opened size="lg" title="Announce a price">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (price === undefined || !today) return;
					announce.mutate(
						{ action: today.action, price, ...(day === "" ? {} : { effective_from: day }) },
						{
							onSuccess: () => {
								notifySuccess("The price is announced.");
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					{announce.error ? <FailureNotice error={announce.error} /> : null}
					<NativeSelect
						data={prices.data.map((each) => each.action)}
						description={today?.description}
						label="For"
						onChange={(event) => setAction(event.currentTarget.value)}
						value={action}
					/>
					<AmountInput
						data-autofocus
						description={`${formatCredits(today?.price ?? 0)} today`}
						error={text === "" ? null : amountProblem(text, 0)}
						label="New price"
						onChange={(event) => setText(event.currentTarget.value)}
						required
						value={text}
					/>
					<TextInput
						description="From the beginning of this day, UTC; empty for in 30 days."
						label="Holds from"
						min={firstDay(prices.notice_days)}
						onChange={(event) => setDay(event.currentTarget.value)}
						type="date"
						value={day}
					/>
					{impact.error ? <FailureNotice error={impact.error} /> : null}
					{impact.data ? <ImpactView impact={impact.data} /> : null}
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button disabled={price === undefined} loading={announce.isPending} type="submit">
							Announce
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}

/** The first whole UTC day that is far enough ahead. */
function firstDay(noticeDays: number): string {
	return new Date(Date.now() + (noticeDays + 1) * DAY_MS).toISOString().slice(0, 10);
}
