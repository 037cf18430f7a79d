import { expect, test } from "vitest";
import { changed } from "../../parts/use-address.ts";
import { filterCount, searchOf, sortOf, toggled, withoutFilters } from "./search-state.ts";

test("the URL holds the search and its filters", () => {
	let address = changed(new URLSearchParams("key=ps_client_1"), "q", "חלב milk");
	address = toggled(address, "department", "Dairy & Eggs");
	address = toggled(address, "department", "Frozen");
	address = changed(address, "vegan", "1");
	address = changed(address, "sort", "newest");
	const again = new URLSearchParams(address.toString());
	expect(searchOf(again)).toEqual({ q: "חלב milk", department: ["Dairy & Eggs", "Frozen"], vegan: true });
	expect(sortOf(again)).toEqual({ sort: "newest" });
	expect(filterCount(again)).toBe(3);
	expect(withoutFilters(again).toString()).toBe(
		new URLSearchParams({ key: "ps_client_1", q: "חלב milk", sort: "newest" }).toString(),
	);
});

test("toggling a value twice removes it", () => {
	const address = toggled(toggled(new URLSearchParams(), "scopes", "info"), "scopes", "info");
	expect([address.toString(), searchOf(address)]).toEqual(["", {}]);
});
