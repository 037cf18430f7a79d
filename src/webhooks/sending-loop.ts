import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookSender } from "./sender.ts";

/** How often each process looks for what is due: a first attempt begins within 2 s of the commit. */
const EVERY_MS = 400;
const AFTER_FAULT_MS = 5000;

interface LoopParts {
	readonly sender: WebhookSender;
	/** Whether nothing is to be sent now: whoever is told of a change could not read it. */
	readonly isPaused: () => Promise<boolean>;
	readonly onFault: (fault: unknown) => void;
}

/** Sends beside the server until told to stop. @returns what stops it, once the attempts under way have ended. */
export function keepSending({ sender, isPaused, onFault }: LoopParts): () => Promise<void> {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			const waitMs = await sendDue();
			await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
		}
		await sender.idle();
	};
	const sendDue = async () => {
		try {
			if (await isPaused()) return EVERY_MS;
			return (await sender.round()) ? 0 : EVERY_MS;
		} catch (fault) {
			onFault(fault);
			return AFTER_FAULT_MS;
		}
	};
	const running = run();
	return () => {
		stopping.abort();
		return running;
	};
}
