import { Button, Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import type { ProductFilters } from "../../api/routes.ts";
import type { FilterCounts } from "../../format/filter-counts.ts";
import { productWord } from "../../format/products.ts";
import { Counted } from "../../parts/Counted.tsx";
import { type ChangeAddress, changed } from "../../parts/use-address.ts";
import classes from "./FindFilters.module.css";
import { type ListName, SWITCHES, toggled, valuesOf } from "./search-state.ts";

interface FindFiltersProps {
	readonly filters: ProductFilters;
	readonly counts: FilterCounts;
	readonly address: URLSearchParams;
	readonly onChange: ChangeAddress;
}

/** The filters, each value with the number of products that it would leave. */
export function FindFilters({ filters, counts, address, onChange }: FindFiltersProps) {
	const group = (title: string, name: ListName, values: readonly string[]) => (
		<CheckGroup
			chosen={valuesOf(address, name)}
			countOf={(value) => counts.get(`${name} ${value}`)}
			onToggle={(value) => onChange((now) => toggled(now, name, value))}
			title={title}
			values={values}
		/>
	);
	return (
		<Stack gap="1.125rem">
			<fieldset className={classes.group}>
				<legend>Claims</legend>
				{SWITCHES.filter((name) => counts.get(`${name} true`) !== 0 || address.get(name) === "1").map(
					(name) => (
						<Checkbox
							checked={address.get(name) === "1"}
							key={name}
							label={<Counted count={counts.get(`${name} true`)}>{productWord(name)}</Counted>}
							onChange={({ currentTarget: { checked } }) =>
								onChange((now) => changed(now, name, checked ? "1" : ""))
							}
							size="xs"
						/>
					),
				)}
			</fieldset>
			{group("Dairy, meat, pareve", "kosher_status", filters.kosher_statuses)}
			{group("Department", "department", filters.departments)}
			{group("Hechsher", "hechsher", filters.hechshers)}
			{group("Bracha", "bracha", filters.brachos)}
			{group("Has pictures", "variants", filters.variants)}
			{group("Has data", "scopes", filters.scopes)}
		</Stack>
	);
}

interface CheckGroupProps {
	readonly title: string;
	readonly values: readonly string[];
	readonly chosen: readonly string[];
	readonly countOf: (value: string) => number | undefined;
	readonly onToggle: (value: string) => void;
}

/** More than these are shown on demand. */
const SHOWN = 8;

/** The values that leave any product. Renders nothing if there is nothing to choose. */
function CheckGroup({ title, values, chosen, countOf, onToggle }: CheckGroupProps) {
	const [isWhole, setWhole] = useState(false);
	const offered = values.filter((value) => countOf(value) !== 0 || chosen.includes(value));
	// A lone further value takes no more room than the button for it.
	const most = isWhole || offered.length === SHOWN + 1 ? offered.length : SHOWN;
	const shown = offered.filter((value, place) => place < most || chosen.includes(value));
	const more = offered.length - shown.length;
	if (offered.length === 0) return null;
	return (
		<fieldset className={classes.group}>
			<legend>{title}</legend>
			<div className={classes.values}>
				{shown.map((value) => (
					<Checkbox
						checked={chosen.includes(value)}
						key={value}
						label={<Counted count={countOf(value)}>{productWord(value)}</Counted>}
						onChange={() => onToggle(value)}
						size="xs"
					/>
				))}
				{more > 0 ? (
					<Button
						aria-label={`Show ${more} more: ${title}`}
						onClick={() => setWhole(true)}
						size="compact-sm"
						variant="subtle"
						w="fit-content"
					>
						{`Show ${more} more`}
					</Button>
				) : null}
			</div>
		</fieldset>
	);
}
