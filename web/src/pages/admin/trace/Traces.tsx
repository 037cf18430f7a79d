import { Anchor, Button, Group, Progress, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { RouteBody } from "../../../../../src/routes.ts";
import { call, upload } from "../../../api/call.ts";
import { pageFailure } from "../../../api/failure.ts";
import { KEPT, type ListedCase, useRefresh, useRoute } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form } from "../../../parts/Form.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { SearchAndState } from "../../../parts/SearchAndState.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { DropLeaks } from "./DropLeaks.tsx";
import { isUnderWay, PROGRESS_MS, STATES } from "./stages.ts";
import classes from "./Trace.module.css";

/** A form for tracing leaks, and the existing cases. */
export function Traces() {
	return (
		<>
			<PageHead
				description="Drop pictures that turned up elsewhere: the mark in them shows which key they were delivered to."
				name="Trace"
			/>
			<div className={classes.sheets}>
				<NewTrace />
				<Cases />
			</div>
		</>
	);
}

function Cases() {
	const [address] = useAddress();
	const text = address.get("search") ?? "";
	const [page, turnTo] = usePageNumber();
	const state = STATES.find(({ value }) => value === address.get("state"))?.value;
	const isNarrowed = text !== "" || state !== undefined;
	const cases = useRoute(
		"GET /admin/traces",
		{ query: { page, ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) } },
		{ ...KEPT, refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? PROGRESS_MS : false) },
	);
	return (
		<Surface flush title="Cases">
			<SearchAndState label="Name, note, barcode or key" states={STATES} />
			<Listing
				query={cases}
				waiting={4}
				pager={{ noun: ["case", "cases"], onPage: turnTo }}
				columns={caseColumns}
				isDense
				name="Cases"
				rowKey={({ case_id }) => case_id}
			>
				<EmptyState icon={IconFingerprint} title={isNarrowed ? "No such case" : "No cases yet"}>
					{isNarrowed ? null : "Cases are kept here until you delete them."}
				</EmptyState>
			</Listing>
		</Surface>
	);
}

const caseColumns: readonly Column<ListedCase>[] = [
	{
		name: "Case",
		isTitle: true,
		cell: ({ case_id, name }) => (
			<Anchor component={Link} fw={600} to={`/admin/trace/${case_id}`}>
				<bdi>{name}</bdi>
			</Anchor>
		),
	},
	{ name: "Found", cell: (row) => <StateBadge state={foundState(row)} /> },
	{
		name: "Key",
		cell: ({ named }) =>
			named.length === 0 ? "–" : <bdi>{named.map(({ client_name }) => client_name).join(", ")}</bdi>,
	},
	{ name: "State", cell: ({ state }) => (state === "open" ? "Open" : "Closed") },
	{ name: "Opened", cell: ({ created_at }) => <Ago at={created_at} /> },
	{ name: "Leaks", isNumber: true, cell: ({ leak_count }) => leak_count },
];

export function foundState({ status, verdict }: Pick<ListedCase, "status" | "verdict">): string {
	return status === "done" ? (verdict ?? "inconclusive") : status;
}

/** Turns dropped leaks into a case, which is traced at once. */
function NewTrace() {
	const [files, setFiles] = useState<readonly File[]>([]);
	return (
		<Surface
			description="Several pictures from the same source give a clearer result. Use the largest and least cropped copies."
			title="New trace"
		>
			<Stack gap="md">
				<DropLeaks
					files={files}
					onFiles={(more) => setFiles(added(files, more))}
					onRemove={(gone) => setFiles(files.filter((file) => file !== gone))}
				/>
				{files.length > 0 ? <TraceForm files={files} onCancel={() => setFiles([])} /> : null}
			</Stack>
		</Surface>
	);
}

/** A file dropped twice counts once. */
function added(files: readonly File[], more: readonly File[]): readonly File[] {
	const fresh = more.filter(
		(file) =>
			!files.some(
				({ name, size, lastModified }) =>
					name === file.name && size === file.size && lastModified === file.lastModified,
			),
	);
	return [...files, ...fresh];
}

function TraceForm({ files, onCancel }: { readonly files: readonly File[]; readonly onCancel: () => void }) {
	const navigate = useNavigate();
	const [sent, setSent] = useState(0);
	const trace = useTraceLeaks();
	const problem = leaksProblem(files);
	const form = useForm({ initialValues: { name: "", note: "", barcode: "" } });
	const send = ({ name, note, barcode }: typeof form.values) => {
		const given = {
			name: name.trim() || (files[0]?.name ?? "Leak").slice(0, 200),
			...(note.trim() === "" ? {} : { note }),
			...(barcode.trim() === "" ? {} : { barcode: barcode.trim() }),
		};
		trace.mutate(
			{ given, files, onLeak: setSent },
			{ onSuccess: ({ case_id }) => navigate(`/admin/trace/${case_id}`) },
		);
	};
	return (
		<Form form={form} onSubmit={send}>
			<div className={classes.fields}>
				<TextInput
					label="Name of the case"
					maxLength={200}
					placeholder={files[0]?.name ?? ""}
					{...form.getInputProps("name")}
				/>
				<TextInput
					description="If you know it. Otherwise, the catalogue is searched."
					inputMode="numeric"
					inputWrapperOrder={["label", "input", "description", "error"]}
					label="Barcode"
					{...form.getInputProps("barcode")}
				/>
			</div>
			<Textarea
				label="About the case"
				maxLength={10_000}
				placeholder="Where it was found, and when"
				{...form.getInputProps("note")}
			/>
			{problem ? <FailureNotice error={pageFailure(problem)} title="These leaks cannot be sent" /> : null}
			<FailureNotice error={trace.error} />
			{trace.isPending ? (
				<Progress
					aria-label="Leaks sent"
					value={(100 * (sent + 0.5)) / Math.max(1, Math.min(files.length, MOST_LEAKS))}
				/>
			) : null}
			<Group gap="sm" justify="flex-end">
				<Button disabled={trace.isPending} onClick={onCancel} variant="default">
					Cancel
				</Button>
				<Button disabled={problem !== undefined} loading={trace.isPending} type="submit">
					Trace
				</Button>
			</Group>
		</Form>
	);
}

/** Limits of the service for one case (`LEAK_BYTES`, `MOST_LEAKS`). */
const MOST_LEAKS = 10;
const MOST_MEGABYTES = 20;

/** Why these files cannot be the leaks of one case. */
function leaksProblem(files: readonly Pick<File, "name" | "size">[]): string | undefined {
	if (files.length > MOST_LEAKS)
		return `A case can have at most ${MOST_LEAKS} leaks; you chose ${files.length}.`;
	const large = files.find(({ size }) => size > MOST_MEGABYTES * 1024 * 1024);
	if (large) return `${large.name} is larger than ${MOST_MEGABYTES} MB.`;
	const empty = files.find(({ size }) => size === 0);
	return empty ? `${empty.name} is empty.` : undefined;
}

interface Leaks {
	readonly given: RouteBody<"POST /admin/traces">;
	readonly files: readonly File[];
	/** Called with the index of the leak being sent, from 0. */
	readonly onLeak: (place: number) => void;
}

/** Opens a case, sends its leaks one by one and starts tracing. If a leak is refused, there is no case. */
function useTraceLeaks() {
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
