import { expect, test } from "vitest";
import { staticFile } from "../platform/http/static-file.ts";
import { type Answer, createAnswers, createPace, sizeOf } from "./answers.ts";

const answer = (status = 200): Answer => ({ status, headers: {} });
const atOnce = async () => undefined;

test("an answer is made once until the catalogue changes", async () => {
	let generation = "1";
	let made = 0;
	const { keep } = createAnswers(() => generation, atOnce);
	const ask = () => keep("/", async () => answer(++made));
	expect([await ask(), await ask()].map(({ status }) => status)).toEqual([1, 1]);
	generation = "2";
	expect((await ask()).status).toBe(2);
});

test("those who ask at the same time share an answer, and a failure is nobody's answer afterwards", async () => {
	const { keep } = createAnswers(() => "1", atOnce);
	let made = 0;
	const fail = () => keep("/", () => Promise.reject(new Error(`${++made}`)));
	expect((await Promise.allSettled([fail(), fail()])).map(({ status }) => status)).toEqual([
		"rejected",
		"rejected",
	]);
	expect(made).toBe(1);
	expect((await keep("/", async () => answer())).status).toBe(200);
});

test("an answer that is overtaken by a change is not kept", async () => {
	let generation = "1";
	let old: Promise<Answer> | undefined;
	const { keep } = createAnswers(() => generation, atOnce);
	let finish: (made: Answer) => void = () => undefined;
	const begun = new Promise<void>((begin) => {
		const working = new Promise<Answer>((resolve) => {
			finish = resolve;
		});
		old = keep("/", () => {
			begin();
			return working;
		});
	});
	await begun;
	generation = "2";
	expect((await keep("/", async () => answer(2))).status).toBe(2);
	finish(answer(1));
	expect((await old)?.status).toBe(1);
	expect((await keep("/", async () => answer(3))).status).toBe(2);
});

test("beyond a burst, whoever would wait too long is refused with 503", async () => {
	const takeTurn = createPace({ perSecond: 0.01, burst: 3, mostWaitMs: 0 });
	await Promise.all([takeTurn(), takeTurn(), takeTurn()]);
	await expect(takeTurn()).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 2 });
});

test("what is not found is not kept", async () => {
	const { keep } = createAnswers(() => "1", atOnce);
	let asked = 0;
	const ask = () =>
		keep("/", async () => {
			asked++;
			return undefined;
		});
	expect([await ask(), await ask(), asked]).toEqual([undefined, undefined, 2]);
});

test("what is made for a caller's own text takes a turn as well", async () => {
	const { once } = createAnswers(
		() => "1",
		() => Promise.reject(new Error("busy")),
	);
	await expect(once(async () => answer())).rejects.toThrow("busy");
});

test("the size of an answer counts its key, its headers and its file", () => {
	const of = (key: string, headers: Record<string, string>, fileBytes: number) => {
		const file = staticFile("page.html", Buffer.alloc(fileBytes));
		return sizeOf({ status: 200, headers, file }, key);
	};
	const smallest = of("", {}, 0);
	expect(of("k".repeat(15_000), {}, 0) - smallest).toBe(30_000);
	expect(of("", { location: "l".repeat(15_000) }, 0) - smallest).toBeGreaterThanOrEqual(30_000);
	expect(of("", {}, 15_000) - smallest).toBe(15_000);
});
