import { expect, test } from "vitest";
import { expanded } from "./expanded.ts";

test("schemas and responses stand where they are referred to, at any depth, and headers stay references", () => {
	const document = {
		paths: { "/a": { 404: { $ref: "#/components/responses/Missing" } } },
		components: {
			schemas: {
				Error: { description: "Any.", properties: { code: { $ref: "#/components/schemas/Code" } } },
				Code: { enum: [1] },
			},
			responses: {
				Missing: {
					headers: { X: { $ref: "#/components/headers/X" } },
					schema: { $ref: "#/components/schemas/Error", description: "This." },
				},
			},
		},
	};
	expect(expanded<typeof document>(document).paths["/a"][404]).toEqual({
		headers: { X: { $ref: "#/components/headers/X" } },
		schema: { description: "This.", properties: { code: { enum: [1] } } },
	});
});
