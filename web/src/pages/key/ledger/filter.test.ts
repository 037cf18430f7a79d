import { expect, test } from "vitest";
import { filterOf } from "./filter.ts";

test("the filter takes days and a kind from the URL", () => {
	expect(filterOf(new URLSearchParams("from=2026-11-01&to=2026-11-21&kind=top_up&page=3"))).toEqual({
		from: "2026-11-01",
		to: "2026-11-21",
		kind: "top_up",
	});
});

test.each(["", "from=&to=&kind=", "from=yesterday&kind=gift", "to=2026-13-45"])(
	"the query %j sets no filter",
	(query) => {
		expect(filterOf(new URLSearchParams(query))).toEqual({});
	},
);
