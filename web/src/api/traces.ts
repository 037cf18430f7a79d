import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call, upload } from "./call.ts";
import { pageFailure } from "./failure.ts";
import { portalUrl } from "./request-line.ts";

export type ListedCase = RouteAnswer<"GET /admin/traces">["data"][number];
export type LeakCase = RouteAnswer<"GET /admin/traces/{case_id}">;
export type CaseLeak = LeakCase["leaks"][number];
export type CaseResult = NonNullable<LeakCase["result"]>;
export type Candidate = CaseResult["candidates"][number];
export type NewCase = RouteBody<"POST /admin/traces">;
export type CaseFilter = RouteQuery<"GET /admin/traces">;

const TRACES = ["admin", "traces"];
/** How often the page polls the progress of tracing. */
const LOOK_EVERY_MS = 1000;

const pathOf = (caseId: string) => ({ path: { case_id: caseId } });

/** Whether a case will change without user action. */
export function isUnderWay({ status }: Pick<LeakCase, "status">): boolean {
	return status === "waiting" || status === "running";
}

export function useCases(filter: CaseFilter) {
	return useQuery({
		queryKey: [...TRACES, filter],
		queryFn: ({ signal }) => call("GET /admin/traces", { query: filter }, signal),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? LOOK_EVERY_MS : false),
	});
}

export function useCase(caseId: string) {
	return useQuery({
		queryKey: [...TRACES, caseId],
		queryFn: ({ signal }) => call("GET /admin/traces/{case_id}", pathOf(caseId), signal),
		refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
	});
}

interface Leaks {
	readonly given: NewCase;
	readonly files: readonly File[];
	/** Called with the index of the leak being sent, from 0. */
	readonly onLeak: (place: number) => void;
}

/** Opens a case, sends its leaks one by one and starts tracing. A refused leak aborts this: the case remains, without that leak. */
export function useTraceLeaks() {
	return useTraceMutation(async ({ given, files, onLeak }: Leaks) => {
		for (const file of files) await requireReadable(file);
		const { case_id } = await call("POST /admin/traces", { body: given });
		try {
			for (const [place, file] of files.entries()) {
				onLeak(place);
				await sendLeak(case_id, file);
			}
			return await call("POST /admin/traces/{case_id}/trace", pathOf(case_id));
		} catch (error) {
			await call("DELETE /admin/traces/{case_id}", { ...pathOf(case_id), body: { name: given.name } }).catch(
				() => undefined,
			);
			throw error;
		}
	});
}

/** Throws, naming the file, if it was moved or changed since it was chosen. */
async function requireReadable(file: File): Promise<void> {
	await file
		.slice(0, 1)
		.arrayBuffer()
		.catch(() => {
			throw pageFailure(`${file.name} cannot be read any more. Choose it again.`);
		});
}

async function sendLeak(caseId: string, file: File): Promise<void> {
	const query = file.name === "" ? {} : { name: file.name.slice(0, 200) };
	await upload("POST /admin/traces/{case_id}/leaks", { ...pathOf(caseId), query, file });
}

export function useTraceCase(caseId: string) {
	return useTraceMutation(() => call("POST /admin/traces/{case_id}/trace", pathOf(caseId)));
}

export function useCancelTrace(caseId: string) {
	return useTraceMutation(() => call("POST /admin/traces/{case_id}/cancel", pathOf(caseId)));
}

export function useChangeCase(caseId: string) {
	return useTraceMutation((body: RouteBody<"PATCH /admin/traces/{case_id}">) =>
		call("PATCH /admin/traces/{case_id}", { ...pathOf(caseId), body }),
	);
}

/** The page of the deleted case is still open, and must not refetch it. */
export function useDeleteCase(caseId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (name: string) =>
			call("DELETE /admin/traces/{case_id}", { ...pathOf(caseId), body: { name } }),
		onSuccess: () =>
			client.invalidateQueries({
				queryKey: TRACES,
				predicate: ({ queryKey }) => queryKey[TRACES.length] !== caseId,
			}),
	});
}

export function leakUrl(caseId: string, leak: number): string {
	return portalUrl("/admin/traces/{case_id}/leaks/{leak}", { case_id: caseId, leak: String(leak) });
}

export function evidenceUrl(caseId: string, leak: number, candidate: number): string {
	const place = { case_id: caseId, leak: String(leak), candidate: String(candidate) };
	return portalUrl("/admin/traces/{case_id}/evidence/{leak}/{candidate}", place);
}

export function caseFileUrl(caseId: string): string {
	return portalUrl("/admin/traces/{case_id}/file", { case_id: caseId });
}

function useTraceMutation<Answer, Input = void>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: TRACES }) });
}
