import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createClient } from "@libsql/client";
import type { ProductRecord } from "@packshot/demo/record";
import { and, eq, gte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import express from "express";
import { clients, createTables, hechshers, ledger, products } from "./tables.ts";

/*
 * The billed read implemented in the usual way: Express, an ORM, a durable transaction and freshly built JSON for every request. It has no
 * rate limits, audit, usage or hash chain.
 */
const { PORT, PRODUCTS, DATABASE, TOKEN } = process.env as Record<string, string>;

const file = createClient({ url: `file:${DATABASE}` });
for (const statement of ["pragma journal_mode = wal", "pragma synchronous = full", ...createTables])
	await file.execute(statement);
const db = drizzle(file);
await fill();

const PRICES = { info: 1000, hechshers: 500, nutrition: 500, ingredients: 500, catalog_meta: 500 };

express()
	.get("/api/v1/health", (_request, response) => void response.json({ status: "ok" }))
	.get("/api/v1/products/:barcode", async (request, response) => {
		const token = request.get("authorization")?.replace("Bearer ", "") ?? "";
		const { status, body } = await inTurn(() => read(request.params.barcode, token));
		response.status(status).json(body);
	})
	.listen(Number(PORT), "127.0.0.1");

/** SQLite allows one writer: overlapping transactions would fail. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const turn = last.then(work);
	last = turn.catch(() => undefined);
	return turn;
}

function read(barcode: string, token: string) {
	return db.transaction(async (tx) => {
		const [client] = await tx.select().from(clients).where(eq(clients.token, token));
		if (!client) return { status: 401, body: { error: "unauthenticated" } };
		const [product] = await tx.select().from(products).where(eq(products.barcode, barcode));
		if (!product) return { status: 404, body: { error: "not_found" } };
		const symbols = await tx.select().from(hechshers).where(eq(hechshers.barcode, barcode));
		const units =
			(product.info ? PRICES.info : 0) +
			(symbols.length > 0 ? PRICES.hechshers : 0) +
			(product.nutrition ? PRICES.nutrition : 0) +
			(product.ingredients ? PRICES.ingredients : 0) +
			(product.catalogMeta ? PRICES.catalog_meta : 0);
		const [debited] = await tx
			.update(clients)
			.set({ balance: sql`${clients.balance} - ${units}` })
			.where(and(eq(clients.token, token), gte(clients.balance, units)))
			.returning();
		if (!debited) return { status: 402, body: { error: "insufficient_credits" } };
		const requestId = randomUUID();
		await tx.insert(ledger).values({ token, requestId, units: -units, at: Date.now() });
		const body = {
			barcode,
			product_meta: {
				...product.info,
				...product.catalogMeta,
				hechshers: symbols.map(({ id, barcode: _, ...symbol }) => symbol),
				nutrition: product.nutrition,
				ingredients: product.ingredients,
			},
			meta: {
				request_id: requestId,
				credits_debited: units / 10_000,
				credits_remaining: debited.balance / 10_000,
				response_generated: new Date().toISOString(),
			},
		};
		return { status: 200, body };
	});
}

async function fill(): Promise<void> {
	const records = readFileSync(PRODUCTS ?? "", "utf8")
		.split("\n")
		.map((line) => JSON.parse(line) as ProductRecord);
	await db.transaction(async (tx) => {
		await tx.insert(clients).values({ token: TOKEN ?? "", balance: Number.MAX_SAFE_INTEGER });
		for (const { barcode, info, nutrition, ingredients, catalog_meta, hechshers: symbols } of records) {
			await tx.insert(products).values({
				barcode,
				info: { ...info },
				nutrition: nutrition && { ...nutrition },
				ingredients: ingredients && { ...ingredients },
				catalogMeta: catalog_meta && { ...catalog_meta },
			});
			for (const { symbol, org, logo, dairy_meat_pareve, additional_designation } of symbols ?? []) {
				await tx.insert(hechshers).values({
					barcode,
					symbol,
					org,
					logo,
					dairyMeatPareve: dairy_meat_pareve,
					additionalDesignation: additional_designation,
				});
			}
		}
	});
}
