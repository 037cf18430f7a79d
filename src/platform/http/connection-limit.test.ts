import { expect, test } from "vitest";
import { fittingConnections } from "./connection-limit.ts";

test.each([
	[20_000, undefined, 20_000],
	[20_000, 524_288, 20_000],
	[20_000, 1024, 768],
	[500, 1024, 500],
	[20_000, 256, 128],
])(
	"of %i configured connections, with a limit of %s open files, %i are accepted",
	(connections, files, fitting) => {
		expect(fittingConnections(connections, files)).toBe(fitting);
	},
);
