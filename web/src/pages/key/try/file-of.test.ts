import { expect, test } from "vitest";
import { fileOf } from "./file-of.ts";

const answered = (type: string) => new Response("bytes", { headers: { "content-type": type } });

test("pictures and archives become files with the extension of their type", async () => {
	expect(await fileOf(answered("image/png"), "4011-front")).toMatchObject({
		name: "4011-front.png",
		isPicture: true,
	});
	expect(await fileOf(answered("application/zip"), "order")).toMatchObject({
		name: "order.zip",
		isPicture: false,
	});
});

test("JSON does not become a file and can still be read", async () => {
	const response = answered("application/json; charset=utf-8");
	expect(await fileOf(response, "answer")).toBeUndefined();
	expect(await response.text()).toBe("bytes");
});
