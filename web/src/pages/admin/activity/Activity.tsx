import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { routeUrl } from "../../../api/call.ts";
import { KEPT, usePages } from "../../../api/routes.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { DayFields } from "../../../parts/DayField.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { changed, useAddress } from "../../../parts/use-address.ts";
import classes from "./Activity.module.css";
import { EventTable } from "./EventTable.tsx";
import { eventFilterOf, FILTER_NAMES } from "./event-filter.ts";

/** Who did what, newest first. The filter is in the URL, so that a view can be shared. */
export function Activity() {
	const filter = eventFilterOf(useAddress()[0]);
	const events = usePages("GET /admin/events", { query: { ...filter, limit: 50 } }, KEPT);
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<>
			<PageHead
				actions={
					<DownloadButton href={routeUrl("GET /admin/events.csv", { query: filter })}>
						Export CSV
					</DownloadButton>
				}
				description="Every change made on these pages or on the command line."
				name="Activity"
			/>
			<Surface flush>
				<EventFilterForm />
				<EventTable
					events={events}
					name="Activity"
					nothing={isFiltered ? "Nothing matches this search" : "Nothing has happened yet"}
				/>
			</Surface>
		</>
	);
}

const texts = [
	["person", "Who", "E-mail or id"],
	["client", "Key", "Name or id"],
	["request_id", "Request id", "req_…"],
	["address", "Address", "203.0.113.7"],
] as const;

/** Filters the log. Text is applied on Enter or when the field is left. */
function EventFilterForm() {
	const [search, change] = useAddress();
	const set = (name: string, value: string) => {
		if (value === (search.get(name) ?? "")) return;
		change((now) => changed(now, name, value));
	};
	return (
		<search className={classes.filters}>
			{texts.map(([name, label, placeholder]) => (
				<SearchedText
					key={`${name} ${search.get(name)}`}
					label={label}
					onSearch={(value) => set(name, value)}
					placeholder={placeholder}
					value={search.get(name) ?? ""}
				/>
			))}
			<DayFields from={search.get("from") ?? ""} onChange={set} to={search.get("to") ?? ""} />
			{FILTER_NAMES.some((name) => search.has(name)) ? (
				<Button onClick={() => change(() => new URLSearchParams())} variant="subtle">
					Show all
				</Button>
			) : null}
		</search>
	);
}

interface SearchedTextProps {
	readonly label: string;
	readonly placeholder: string;
	readonly value: string;
	readonly onSearch: (value: string) => void;
}

function SearchedText({ label, placeholder, value, onSearch }: SearchedTextProps) {
	const [text, setText] = useState(value);
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				onSearch(text.trim());
			}}
		>
			<TextInput
				label={label}
				leftSection={<IconSearch aria-hidden="true" size={16} />}
				onBlur={() => onSearch(text.trim())}
				onChange={(event) => setText(event.currentTarget.value)}
				placeholder={placeholder}
				value={text}
			/>
		</form>
	);
}
