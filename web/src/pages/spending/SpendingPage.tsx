import { NativeSelect, SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { routeUrl } from "../../api/call.ts";
import {
	type AccountSpending,
	KEPT,
	type Key,
	type KeyList,
	type Spending,
	type SpendingQuery,
	useRoute,
} from "../../api/routes.ts";
import { named } from "../../basket/paying-key.ts";
import { countInWords, creditsInWords, formatCount, formatCredits } from "../../format/credits.ts";
import { loadedLater, useIsLoaded } from "../../loaded-later.tsx";
import { DownloadButton } from "../../parts/ActionButton.tsx";
import { DayFields } from "../../parts/DayField.tsx";
import { Figure, Figures } from "../../parts/Facts.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { type Column, EmptyState, Listing } from "../../parts/Listing.tsx";
import { FailedPage, PageHead, Surface } from "../../parts/Page.tsx";
import { type ChangeAddress, changed, useAddress } from "../../parts/use-address.ts";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { type SpendingLine, spendingLines } from "./brand-lines.ts";
import { KeyTable, KindTable, PersonTable, ProductTable } from "./breakdowns.tsx";
import classes from "./Spending.module.css";
import {
	changeInWords,
	PRESETS,
	periodInWords,
	type ShownRange,
	shownRange,
	withDay,
	withPreset,
} from "./spending-range.ts";
import { seriesFor } from "./spending-series.ts";

const chart = loadedLater(() => import("./SpendingChart.tsx").then((file) => file.SpendingChart));
// The chart library is as large as the code of all other pages together, so it is loaded while the figures are being fetched.
void chart.load();

/** What the account spent, on what and by whom, in the UTC days used by the ledger and the caps. */
export function SpendingPage() {
	const keys = useRoute("GET /keys");
	if (keys.error) {
		const retry = () => keys.refetch();
		return <FailedPage error={keys.error} name="Spending" onRetry={retry} />;
	}
	return keys.data ? <ShownSpending keys={keys.data} /> : <WaitingPage />;
}

function ShownSpending({ keys }: { readonly keys: KeyList }) {
	const [address, change] = useAddress();
	const range = shownRange(address, Date.now());
	const payers = [...(keys.account ? [named(keys.account)] : []), ...keys.data];
	const chosen = payers.find(({ client_id }) => client_id === address.get("key"));
	const query = {
		...range.days,
		before_from: range.before.from,
		before_to: range.before.to,
		...(chosen ? { client_id: chosen.client_id } : {}),
	};
	const spending = useRoute("GET /spending", { query }, KEPT);
	const one = chosen ?? (payers.length === 1 ? payers[0] : undefined);
	const isEmpty = spending.data?.totals.requests === 0 && spending.data.credits_before === 0;
	return (
		<>
			<PageHead
				actions={<DownloadButton href={routeUrl("GET /spending.csv", { query })}>Export CSV</DownloadButton>}
				description="What was spent, on what and by whom. Days are in UTC."
				name="Spending"
			/>
			<Stack gap="md">
				<SpendingFilters chosen={chosen?.client_id ?? ""} onChange={change} payers={payers} range={range} />
				<FailureNotice
					error={spending.error}
					onRetry={() => spending.refetch()}
					title="The spending could not be loaded"
				/>
				{spending.isPending ? <Skeleton height={320} radius="lg" /> : null}
				{spending.data && isEmpty ? (
					<Surface>
						<EmptyState icon={IconChartBar} title="Nothing spent in this period">
							Orders and calls appear here moments after they are made.
						</EmptyState>
					</Surface>
				) : null}
				{spending.data && !isEmpty ? (
					<>
						<Breakdowns
							isStale={spending.isPlaceholderData}
							range={range}
							spending={spending.data}
							withKeys={keys.data.length > 0}
						/>
						{one ? (
							<BrandTable
								apiKey={one}
								by={address.get("group") === "prefix" ? "prefix" : "brand"}
								onBy={(group) => change((now) => changed(now, "group", group))}
								range={range.days}
							/>
						) : null}
					</>
				) : null}
			</Stack>
		</>
	);
}

interface BreakdownsProps {
	readonly spending: AccountSpending;
	readonly range: ShownRange;
	/** Whether the account has keys: the word does not appear otherwise. */
	readonly withKeys: boolean;
	readonly isStale: boolean;
}

function Breakdowns({ spending, range, withKeys, isStale }: BreakdownsProps) {
	const isChartLoaded = useIsLoaded(chart.load);
	const { credits, credits_before, totals } = spending;
	const change = changeInWords(credits, credits_before);
	return (
		<>
			<Figures>
				<Figure amount={formatCredits(credits)} name="Spent">
					credits {periodInWords(range.days)}
				</Figure>
				<Figure amount={change === "" ? "–" : change} name="Change">
					{`${creditsInWords(credits_before ?? 0)} in ${range.beforeName}`}
				</Figure>
				<Figure amount={formatCount(totals.requests)} name={withKeys ? "Calls" : "Orders"}>
					{withKeys ? "orders among them, free and refused calls too" : "placed in these days"}
				</Figure>
			</Figures>
			<Surface description="Credits, by kind of charge." title="Over time">
				{isChartLoaded ? (
					<chart.Shown {...seriesFor(spending, "credits", Date.now())} unit="credits" />
				) : (
					<Skeleton height={280} />
				)}
			</Surface>
			<ProductTable isStale={isStale} spending={spending} />
			<PersonTable isStale={isStale} spending={spending} />
			{withKeys ? <KeyTable isStale={isStale} spending={spending} /> : null}
			<KindTable isStale={isStale} spending={spending} />
			{withKeys ? (
				<Surface
					description={`${countInWords(totals.requests, "call")}, free and refused ones included.`}
					title="Calls"
				>
					{isChartLoaded ? (
						<chart.Shown {...seriesFor(spending, "requests", Date.now())} unit="calls" />
					) : (
						<Skeleton height={220} />
					)}
				</Surface>
			) : null}
		</>
	);
}

const presetNames: Readonly<Record<(typeof PRESETS)[number], string>> = {
	week: "This week",
	"last-week": "Last week",
	month: "This month",
	"last-month": "Last month",
};

interface SpendingFiltersProps {
	readonly range: ShownRange;
	readonly payers: readonly { readonly client_id: string; readonly client_name: string }[];
	/** Empty for all. */
	readonly chosen: string;
	readonly onChange: ChangeAddress;
}

/** The days, and whose spending. Choosing a day leaves the presets. */
function SpendingFilters({ range: { preset, days }, payers, chosen, onChange }: SpendingFiltersProps) {
	return (
		<search className={classes.filters}>
			<SegmentedControl
				aria-label="Days"
				data={PRESETS.map((name) => ({ value: name, label: presetNames[name] }))}
				onChange={(name) => onChange((now) => withPreset(now, name))}
				value={preset ?? ""}
			/>
			<DayFields
				from={days.from}
				onChange={(name, day) => onChange((now) => withDay(now, name, day, Date.now()))}
				size="md"
				to={days.to}
			/>
			{payers.length > 1 ? (
				<NativeSelect
					data={[
						{ value: "", label: "Everything" },
						...payers.map(({ client_id, client_name }) => ({ value: client_id, label: client_name })),
					]}
					label="Spent by"
					onChange={(event) => {
						const { value } = event.currentTarget;
						onChange((now) => changed(now, "key", value));
					}}
					value={chosen}
				/>
			) : null}
		</search>
	);
}

interface BrandTableProps {
	readonly apiKey: Key;
	readonly by: SpendingQuery["by"];
	readonly onBy: (by: string) => void;
	readonly range: Pick<SpendingQuery, "from" | "to">;
}

/** Spending by brand, or by company prefix of the barcodes. */
function BrandTable({ apiKey, by: asked, onBy, range: { from, to } }: BrandTableProps) {
	const { client_id, locks } = apiKey;
	const mayReadBrands = !locks.some((lock) => lock === "info" || lock === "info.brand");
	const by = mayReadBrands ? asked : "prefix";
	const spending = useRoute(
		"GET /keys/{client_id}/spending",
		{ path: { client_id }, query: { by, from, to } },
		KEPT,
	);
	// An order is one charge for many products, so for a shop that only orders there is nothing to say here.
	if (spending.data?.data.length === 0 && spending.data.others.names === 0) return null;
	return (
		<Surface
			actions={
				mayReadBrands ? (
					<SegmentedControl
						aria-label="Group by"
						data={[
							{ value: "brand", label: "By brand" },
							{ value: "prefix", label: "By barcode prefix" },
						]}
						onChange={onBy}
						value={by}
					/>
				) : null
			}
			description={descriptionFor(by, spending.data)}
			flush
			title={by === "brand" ? "Brands" : "Barcode prefixes"}
		>
			<Listing
				columns={columnsFor(by)}
				name="Spending by brand"
				query={{ ...spending, data: spending.data && { data: spendingLines(spending.data, by) } }}
				rowKey={({ key }) => key}
				waiting={5}
			/>
		</Surface>
	);
}

function columnsFor(by: SpendingQuery["by"]): readonly Column<SpendingLine>[] {
	return [
		{
			name: by === "brand" ? "Brand" : "Prefix",
			isTitle: true,
			cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : <bdi>{name}</bdi>),
		},
		{ name: "Charges", isNumber: true, cell: ({ charges }) => formatCount(charges) },
		{ name: "Credits", credits: ({ credits }) => credits },
	];
}

function descriptionFor(by: SpendingQuery["by"], spending: Spending | undefined): string {
	const what =
		by === "brand"
			? "What was spent on products of each brand, highest first."
			: "What was spent on products by the first seven digits of their barcodes, highest first.";
	if (!spending || spending.uncounted === 0) return what;
	return `${what} The newest ${formatCount(spending.uncounted)} charges are still being added up.`;
}
