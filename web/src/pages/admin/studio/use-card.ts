import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { type Card, routeKey, useRoute } from "../../../api/routes.ts";
import { notifyFailure } from "../../../parts/toast.tsx";
import type { Group } from "./groups.ts";

/** The groups of a card. Corrections are seen at once, and sent one after the other. */
export function useCard(importId: string) {
	const parts = { path: { import_id: importId } };
	const stored = useRoute("GET /admin/imports/{import_id}/card", parts, { refetchOnWindowFocus: false });
	const client = useQueryClient();
	const [draft, setDraft] = useState<readonly Group[]>();
	const sent = useRef<{ latest: readonly Group[]; waiting: number; queue: Promise<unknown> }>(undefined);

	async function save(card: Card | undefined, groups: readonly Group[]): Promise<Card | undefined> {
		if (!card) return undefined;
		const body = { revision: card.revision, groups: groups.map(plain) };
		const saved = await call("PUT /admin/imports/{import_id}/card", { ...parts, body });
		client.setQueryData(routeKey("GET /admin/imports/{import_id}/card", parts), saved);
		return saved;
	}

	function apply(change: (groups: readonly Group[]) => readonly Group[]): void {
		const { data } = stored;
		if (!data) return;
		const state = sent.current ?? { latest: data.groups, waiting: 0, queue: Promise.resolve(data) };
		sent.current = state;
		const groups = change(state.latest);
		state.latest = groups;
		state.waiting++;
		setDraft(groups);
		state.queue = state.queue
			.then((card) => save(card as Card | undefined, groups))
			.catch(async (fault) => {
				notifyFailure(fault);
				await stored.refetch();
			})
			.finally(() => {
				state.waiting--;
				if (state.waiting > 0) return;
				sent.current = undefined;
				setDraft(undefined);
			});
	}

	const byKey = new Map((stored.data?.groups ?? []).map((group) => [keyOf(group), group]));
	const groups = (draft ?? stored.data?.groups ?? []).map((group) => ({
		...plain(group),
		doubts: byKey.get(keyOf(group))?.doubts ?? [],
		is_taken: byKey.get(keyOf(group))?.is_taken ?? group.state === "confirmed",
	}));
	return { stored, groups, isSaving: draft !== undefined, apply };
}

export type ShownGroup = Card["groups"][number];
export type Correct = ReturnType<typeof useCard>["apply"];

function plain({ barcode, front, back, others, state }: Group) {
	return { barcode, front, back, others: [...others], state };
}

function keyOf(group: Group): string {
	return JSON.stringify(plain(group));
}
