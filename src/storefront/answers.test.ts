import { expect, test } from "vitest";
import { type Answer, createAnswers, createPace } from "./answers.ts";

const answer = (status = 200): Answer => ({ status, headers: {} });
const atOnce = async () => undefined;

test("an answer is made once until the catalogue changes", async () => {
	let generation = "1";
	let made = 0;
	const keep = createAnswers(() => generation, atOnce);
	const ask = () => keep("/", async () => answer(++made));
	expect([await ask(), await ask()].map(({ status }) => status)).toEqual([1, 1]);
	generation = "2";
	expect((await ask()).status).toBe(2);
});

test("those who ask at the same time share an answer, and a failure is nobody's answer afterwards", async () => {
	const keep = createAnswers(() => "1", atOnce);
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
	const keep = createAnswers(() => generation, atOnce);
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
