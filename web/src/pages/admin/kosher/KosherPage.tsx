import { Button, Group, NativeSelect, NumberInput, Stack, TagsInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { type KosherList, type KosherOverview, useAction, usePages, useRoute } from "../../../api/routes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { useFilters } from "../../../parts/use-address.ts";
import { productColumn, tags } from "../catalogue/catalogue-columns.tsx";
import { Certificates } from "./Certificates.tsx";
import classes from "./Kosher.module.css";

type Shown = KosherList | "uncertified" | "agencies";

const LISTS: readonly (readonly [list: Shown, name: string])[] = [
	["days_30", "End within 30 days"],
	["days_60", "End in 31 to 60 days"],
	["days_90", "End in 61 to 90 days"],
	["ended", "Have ended"],
	["unchecked", "Not checked lately"],
	["uncertified", "Hechshers without a certificate"],
	["agencies", "Agencies you know"],
];

/** What hechshers rest on: what ends, what ended, what nobody has looked at, and what rests on nothing. */
export function KosherPage() {
	const overview = useRoute("GET /admin/kosher");
	const [address, set] = useFilters();
	const asked = address.get("list");
	const [shown, name] =
		LISTS.find(([list]) => list === asked) ?? (["days_30", "End within 30 days"] as const);
	return (
		<>
			<PageHead
				description="What hechshers rest on. A certificate that is renewed here is renewed for all of its products."
				name="Kosher"
			/>
			<FailureNotice error={overview.error} onRetry={overview.refetch} />
			<Surface
				actions={
					<NativeSelect
						aria-label="List"
						data={LISTS.map(([value, label]) => ({
							value,
							label: overview.data ? `${label} (${countOf(value, overview.data)})` : label,
						}))}
						onChange={({ currentTarget }) => set("list", currentTarget.value)}
						value={shown}
					/>
				}
				flush
				title={name}
			>
				{shown === "unchecked" && overview.data ? <CheckAfter days={overview.data.check_after_days} /> : null}
				{shown === "agencies" ? (
					overview.data && <Agencies {...overview.data} />
				) : shown === "uncertified" ? (
					<Uncertified />
				) : (
					<Certificates key={shown} list={shown} name={name} />
				)}
			</Surface>
		</>
	);
}

function countOf(list: Shown, { counts, uncertified, known_agencies }: KosherOverview): string {
	if (list === "agencies") return formatCount(known_agencies.length);
	return list === "uncertified" ? `at least ${formatCount(uncertified)}` : formatCount(counts[list]);
}

/** After how many days a certificate is to be looked at again. */
function CheckAfter({ days }: { readonly days: number }) {
	const [typed, setTyped] = useState<number | string>(days);
	const save = useAction("PUT /admin/kosher");
	const isValid = typeof typed === "number" && typed >= 1 && typed <= 10_000;
	return (
		<Group align="end" className={classes.tools} gap="sm">
			<NumberInput
				allowDecimal={false}
				label="Look at certificates again after"
				max={10_000}
				min={1}
				onChange={setTyped}
				size="sm"
				suffix=" days"
				value={typed}
			/>
			<Button
				disabled={!isValid || typed === days}
				loading={save.isPending}
				onClick={() =>
					save.mutate(
						{ body: { check_after_days: Number(typed) } },
						done(
							({ check_after_days }) =>
								`Certificates are looked at again after ${countInWords(check_after_days, "day")}.`,
						),
					)
				}
				variant="default"
			>
				Save
			</Button>
			<FailureNotice error={save.error} />
		</Group>
	);
}

/** The agencies that the operator knows: products with other symbols are noted in the work list. */
function Agencies({ known_agencies, symbols }: Pick<KosherOverview, "known_agencies" | "symbols">) {
	const [typed, setTyped] = useState(known_agencies);
	const save = useAction("PUT /admin/kosher");
	const others = symbols.filter((symbol) => !typed.includes(symbol));
	return (
		<Stack className={classes.tools} gap="sm">
			<TagsInput
				data={others}
				description={
					others.length === symbols.length
						? "Without a list, no symbol is noted."
						: `In the catalogue and not on the list: ${others.join(", ") || "none"}. Products with them stand in the Work list.`
				}
				label="Symbols, in exactly their letters"
				maxTags={500}
				onChange={setTyped}
				size="sm"
				value={typed}
			/>
			<Group gap="sm">
				<Button
					loading={save.isPending}
					onClick={() => save.mutate({ body: { known_agencies: typed } }, done("The list is saved."))}
				>
					Save
				</Button>
				{others.length > 0 ? (
					<Button onClick={() => setTyped([...typed, ...others])} variant="subtle">
						Add all that the catalogue has
					</Button>
				) : null}
			</Group>
			<FailureNotice error={save.error} />
		</Stack>
	);
}

function Uncertified() {
	const list = usePages("GET /admin/kosher/products", { query: {} });
	return (
		<Listing
			columns={[productColumn, { name: "Without a certificate", cell: ({ hechshers }) => tags(hechshers) }]}
			isDense
			more="Show more"
			name="Hechshers without a certificate"
			query={list}
			rowKey={({ barcode }) => barcode}
			waiting={8}
		>
			{list.hasNextPage ? null : (
				<EmptyState icon={IconCircleCheck} title="Every hechsher rests on a certificate" />
			)}
		</Listing>
	);
}
