import { type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Database, PointRead } from "../db/database.ts";
import type { Tx } from "../db/tx.ts";
import { inSpan } from "./in-span.ts";

/** The same database, instrumented: queries of a traced request and its waits for commits become part of the trace. */
export function traceDatabase(db: Database, tracer: Tracer): Database {
	const system = { "db.system.name": db.traits.sharedByNodes ? "postgresql" : "sqlite" };
	const traced = (tx: Tx) => tx.withPlugin(createQueryTracer(tracer, system));
	return {
		traits: db.traits,
		read: traced(db.read),
		scan: traced(db.scan),
		scanBytes: (query) => inSpan(tracer, summaryOf(query.query), system, () => db.scanBytes(query)),
		probe: db.probe,
		pointRead<R>(query: Parameters<typeof db.pointRead<R>>[0]): PointRead<R> {
			const read = db.pointRead<R>(query);
			const name = summaryOf(query.query);
			return (...parameters) => inSpan(tracer, name, system, () => read(...parameters));
		},
		write: (command, input) =>
			inSpan(tracer, `write ${command.name}`, system, () => db.write(command, input)),
		activity: () => db.activity(),
		close: () => db.close(),
	};
}

/** A span from the moment a query is built until its rows arrive. A query that fails has none; the request's span records the error. */
function createQueryTracer(tracer: Tracer, attributes: Record<string, string>): KyselyPlugin {
	const spans = new WeakMap<object, Span>();
	return {
		transformQuery({ node, queryId }) {
			if (trace.getActiveSpan()?.isRecording()) {
				spans.set(queryId, tracer.startSpan(summaryOf(node), { kind: SpanKind.CLIENT, attributes }));
			}
			return node;
		},
		async transformResult({ result, queryId }) {
			spans.get(queryId)?.end();
			// Rows that are streamed pass here once per chunk.
			spans.delete(queryId);
			return result;
		},
	};
}

/** Operation and table, such as `select product`. */
function summaryOf(node: RootOperationNode): string {
	const verb = node.kind.replace(/(Query)?Node$/, "").toLowerCase();
	const table = /"identifier":\{"kind":"IdentifierNode","name":"([a-z_]+)"/.exec(
		JSON.stringify(tableOf(node)),
	);
	return table ? `${verb} ${table[1]}` : verb;
}

function tableOf(node: RootOperationNode): unknown {
	if (node.kind === "SelectQueryNode" || node.kind === "DeleteQueryNode") return node.from ?? {};
	if (node.kind === "InsertQueryNode") return node.into ?? {};
	return node.kind === "UpdateQueryNode" ? (node.table ?? {}) : {};
}
