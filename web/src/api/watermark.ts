import {
	keepPreviousData,
	queryOptions,
	useMutation,
	usePrefetchQuery,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call, callForPicture } from "./call.ts";
import { blobOf } from "./exchange.ts";

export type Watermark = RouteAnswer<"GET /admin/watermark">;
export type WatermarkStyle = Watermark["style"];
export type GivenStyle = Omit<RouteBody<"PUT /admin/watermark">, "revision">;
export type Sample = RouteAnswer<"GET /admin/watermark/samples">["data"][number];
export type Run = NonNullable<RouteAnswer<"GET /admin/watermark/preparing">["run"]>;

const WATERMARK = ["admin", "watermark"];
const RUN = [...WATERMARK, "preparing"];
const BUSY_MS = 1000;
const IDLE_MS = 30_000;
/** Previews that are no longer shown are dropped soon: there are many of them. */
const FORGET_MS = 30_000;

export function useWatermark() {
	return useQuery({
		queryKey: [...WATERMARK, "style"],
		queryFn: ({ signal }) => call("GET /admin/watermark", {}, signal),
	});
}

/** Progress of reprocessing, polled while it is running. */
export function usePreparing() {
	return useQuery({
		queryKey: RUN,
		queryFn: ({ signal }) => call("GET /admin/watermark/preparing", {}, signal),
		refetchInterval: ({ state }) => (state.data?.run?.state === "going" ? BUSY_MS : IDLE_MS),
	});
}

const samplesQuery = (barcode: string | undefined) =>
	queryOptions({
		queryKey: [...WATERMARK, "samples", barcode],
		queryFn: ({ signal }) =>
			call("GET /admin/watermark/samples", { query: barcode === undefined ? {} : { barcode } }, signal),
	});

/** Sample pictures for a style: those of a product, or some of the catalogue. */
export function useSamples(barcode: string | undefined) {
	return useQuery({ ...samplesQuery(barcode), placeholderData: keepPreviousData });
}

/** Fetches the initial sample pictures before the style has arrived. */
export function usePrefetchSamples(): void {
	usePrefetchQuery(samplesQuery(undefined));
}

export interface PreviewWanted {
	readonly style: GivenStyle;
	/** Identifies the style: the bytes of a logo would make a long cache key. */
	readonly styleKey: string;
	readonly sample: Pick<Sample, "barcode" | "variant">;
}

/** A picture as it would be delivered with a style; the previous preview stays while a new one is drawn. */
export function useWatermarkPreview({ style, styleKey, sample: { barcode, variant } }: PreviewWanted) {
	return useQuery({
		queryKey: [...WATERMARK, "preview", styleKey, barcode, variant] as const,
		queryFn: async ({ signal }) => {
			const body = { ...style, barcode, variant };
			const answer = await callForPicture("POST /admin/watermark/preview", { body }, signal);
			return {
				picture: await blobOf(answer, signal),
				isDrawn: answer.headers.get("x-watermark-drawn") === "1",
			};
		},
		placeholderData: (before, query) =>
			query?.queryKey[4] === barcode && query.queryKey[5] === variant ? before : undefined,
		gcTime: FORGET_MS,
		retry: false,
	});
}

export function useSaveWatermark() {
	return useWatermarkMutation((body: RouteBody<"PUT /admin/watermark">) =>
		call("PUT /admin/watermark", { body }),
	);
}

export function useBeginPreparing() {
	return useWatermarkMutation(() => call("POST /admin/watermark/preparing", {}));
}

export function usePausePreparing() {
	return useWatermarkMutation(() => call("POST /admin/watermark/preparing/pause", {}));
}

export function useResumePreparing() {
	return useWatermarkMutation(() => call("POST /admin/watermark/preparing/resume", {}));
}

export function useStopPreparing() {
	return useWatermarkMutation(() => call("POST /admin/watermark/preparing/stop", {}));
}

/** After a change, even one that came too late, style and progress are refetched; previews are kept. */
function useWatermarkMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const refresh = useRefreshWatermark();
	return useMutation({ mutationFn, onSettled: refresh });
}

/** Refetches style and progress. */
export function useRefreshWatermark(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: [...WATERMARK, "style"] }),
			client.invalidateQueries({ queryKey: RUN }),
		]);
}
