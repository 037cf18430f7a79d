import { Button, Stack } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { useState } from "react";
import { type PriceChange, type Prices, useAction, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { formatCredits } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { DataTable, EmptyState } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { AnnounceDialog } from "./AnnounceDialog.tsx";
import { historyColumns, priceColumns, upcomingColumns } from "./price-columns.tsx";

/** Prices: announced, current and past. */
export function PricesPage() {
	const prices = useRoute("GET /admin/prices");
	const [action, setAction] = useState<PriceChange["action"]>();
	const [withdrawn, setWithdrawn] = useState<PriceChange>();
	return (
		<>
			<PageHead
				actions={
					<Button
						disabled={!prices.data}
						leftSection={<IconTag size={17} stroke={1.8} />}
						onClick={() => setAction("products.get.info")}
					>
						Announce a price
					</Button>
				}
				description={
					<>
						New prices must be announced at least 30 days before they take effect, so that everybody can
						prepare. Until the first charge, <code>packshot pricing set --now</code> sets them at once.
					</>
				}
				name="Prices"
			/>
			{prices.error ? <FailureNotice error={prices.error} onRetry={() => prices.refetch()} /> : null}
			{prices.isPending ? <WaitingRows rows={8} /> : null}
			{prices.data ? (
				<Stack gap="1.5rem">
					<PriceSheets onAnnounce={setAction} onWithdraw={setWithdrawn} prices={prices.data} />
				</Stack>
			) : null}
			{prices.data && action !== undefined ? (
				<AnnounceDialog action={action} onClose={() => setAction(undefined)} prices={prices.data} />
			) : null}
			{withdrawn ? <WithdrawDialog change={withdrawn} onClose={() => setWithdrawn(undefined)} /> : null}
		</>
	);
}

interface PriceSheetsProps {
	readonly prices: Prices;
	readonly onAnnounce: (action: PriceChange["action"]) => void;
	readonly onWithdraw: (change: PriceChange) => void;
}

function PriceSheets({ prices, onAnnounce, onWithdraw }: PriceSheetsProps) {
	const { data, upcoming, history } = prices;
	const keyOf = ({ action, effective_from }: PriceChange) => `${action} ${effective_from}`;
	return (
		<>
			<Surface flush title="Announced">
				{upcoming.length === 0 ? (
					<EmptyState icon={IconTag} title="No changes announced" />
				) : (
					<DataTable
						columns={upcomingColumns(data, onWithdraw)}
						name="Announced prices"
						rowKey={keyOf}
						rows={upcoming}
					/>
				)}
			</Surface>
			<Surface flush title="Today">
				<DataTable
					columns={priceColumns(onAnnounce)}
					isDense
					name="Current prices"
					rowKey={({ action }) => action}
					rows={data.filter(({ is_retired }) => !is_retired)}
				/>
			</Surface>
			{history.length === 0 ? null : (
				<Surface description="Prices that took effect, newest first." flush title="History">
					<DataTable columns={historyColumns} isDense name="Former changes" rowKey={keyOf} rows={history} />
				</Surface>
			)}
		</>
	);
}

function WithdrawDialog({ change, onClose }: { readonly change: PriceChange; readonly onClose: () => void }) {
	const { action, effective_from, price } = change;
	const withdraw = useAction("POST /admin/prices/withdraw", { body: { action, effective_from } });
	return (
		<ConfirmDialog
			action="Withdraw"
			act={withdraw}
			done="The price was withdrawn."
			onClose={onClose}
			onDone={onClose}
			title="Withdraw this price?"
			typed={actionName(action)}
		>
			The price of <em>{actionName(action)}</em> will not change to {formatCredits(price)} on{" "}
			<Moment at={effective_from} />. Announcing it again takes another 30 days.
		</ConfirmDialog>
	);
}
