import { useMutation } from "@tanstack/react-query";
import type { RouteBody } from "../../../../../src/portal/contract/routes.ts";
import { call, upload } from "../../../api/call.ts";
import { pageFailure } from "../../../api/failure.ts";
import { useRefresh } from "../../../api/use-route.ts";

interface Leaks {
	readonly given: RouteBody<"POST /admin/traces">;
	readonly files: readonly File[];
	/** Called with the index of the leak being sent, from 0. */
	readonly onLeak: (place: number) => void;
}

/** Opens a case, sends its leaks one by one and starts tracing. If a leak is refused, there is no case. */
export function useTraceLeaks() {
	const refresh = useRefresh();
	return useMutation({ mutationFn: traceLeaks, onSettled: () => refresh(["/admin/traces"]) });
}

async function traceLeaks({ given, files, onLeak }: Leaks) {
	for (const file of files) await requireReadable(file);
	const { case_id } = await call("POST /admin/traces", { body: given });
	const path = { case_id };
	try {
		for (const [place, file] of files.entries()) {
			onLeak(place);
			const query = file.name === "" ? {} : { name: file.name.slice(0, 200) };
			await upload("POST /admin/traces/{case_id}/leaks", { path, query, file });
		}
		return await call("POST /admin/traces/{case_id}/trace", { path });
	} catch (error) {
		await call("DELETE /admin/traces/{case_id}", { path, body: { name: given.name } }).catch(() => undefined);
		throw error;
	}
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
