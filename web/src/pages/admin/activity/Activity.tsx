import { routeUrl } from "../../../api/call.ts";
import { KEPT, usePages } from "../../../api/routes.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { EventFilterForm } from "./EventFilterForm.tsx";
import { EventTable } from "./EventTable.tsx";
import { eventFilterOf } from "./event-filter.ts";

/** Who did what, newest first. The filter is in the URL, so that a view can be shared. */
export function Activity() {
	const [search, change] = useAddress();
	const filter = eventFilterOf(search);
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
				<EventFilterForm onChange={change} search={search} />
				<EventTable
					events={events}
					name="Activity"
					nothing={isFiltered ? "Nothing matches this search" : "Nothing has happened yet"}
				/>
			</Surface>
		</>
	);
}
